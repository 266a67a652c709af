# Shared by run.sh and test.sh: makes .venv, checks the system libraries that Qt needs, installs the program.
# usage: . packaging/setup.sh; set_up run|dev

say() { printf '%s\n' "$*"; }

find_python() {
  for candidate in python3.13 python3.12 python3.11 python3; do
    if "$candidate" -c 'import sys; sys.exit(not (3, 11) <= sys.version_info[:2] <= (3, 13))' 2>/dev/null; then
      printf '%s' "$candidate"
      return
    fi
  done
}

# Library -> Debian package, for each that the window needs and the system lacks.
missing_packages() {
  local known line library package
  known=$(ldconfig -p 2>/dev/null || /sbin/ldconfig -p 2>/dev/null)
  while read -r library package; do
    case "$known" in *"$library"*) ;; *) printf '%s ' "$package" ;; esac
  done <<'LIBRARIES'
libEGL.so.1 libegl1
libGL.so.1 libgl1
libxkbcommon.so.0 libxkbcommon0
libxkbcommon-x11.so.0 libxkbcommon-x11-0
libdbus-1.so.3 libdbus-1-3
libfontconfig.so.1 libfontconfig1
libglib-2.0.so.0 libglib2.0-0
libxcb-cursor.so.0 libxcb-cursor0
libxcb-icccm.so.4 libxcb-icccm4
libxcb-image.so.0 libxcb-image0
libxcb-keysyms.so.1 libxcb-keysyms1
libxcb-render-util.so.0 libxcb-render-util0
libxcb-shape.so.0 libxcb-shape0
libxcb-xinerama.so.0 libxcb-xinerama0
LIBRARIES
}

check_libraries() {
  [ "$(uname -s)" = Linux ] || return 0
  local missing
  missing=$(missing_packages)
  [ -n "$missing" ] || return 0
  if [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null; then
    say "Installing the system libraries that the window needs: $missing"
    apt-get update -qq
    # shellcheck disable=SC2086 - one word a package
    DEBIAN_FRONTEND=noninteractive apt-get install -y -qq $missing >/dev/null
  else
    say "The window needs system libraries that are not installed. On Debian or Ubuntu this installs them:"
    say "  sudo apt-get install -y $missing"
    exit 1
  fi
}

# set_up run|dev: leaves the interpreter in $PYTHON.
set_up() {
  local python stamp wanted extra=""
  # Tests hold models against transformers, which brings no torch of its own: that stays the one of pyproject.toml.
  [ "$1" = dev ] && extra="[dev,peers]"
  python=$(find_python)
  if [ -z "$python" ]; then
    say "Python 3.11, 3.12 or 3.13 is needed and was not found. On Debian or Ubuntu: sudo apt-get install -y python3 python3-venv"
    exit 1
  fi
  check_libraries
  if [ ! -x .venv/bin/python ]; then
    "$python" -m venv .venv || { say "The module venv is missing. On Debian or Ubuntu: sudo apt-get install -y python3-venv"; exit 1; }
  fi
  PYTHON=.venv/bin/python
  stamp=.venv/installed-$1
  wanted="$(cksum <pyproject.toml) $extra"
  if [ "$(cat "$stamp" 2>/dev/null)" != "$wanted" ]; then
    say "Installing the program and its libraries into .venv (this takes a few minutes the first time)"
    "$PYTHON" -m pip install --quiet --disable-pip-version-check --editable ".$extra"
    printf '%s\n' "$wanted" >"$stamp"
  fi
}
