"""Reports of section B, words and units: R018 and R023 with their neighbours."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from workbench.cli import main
from workbench.core.paths import Project
from workbench.text.cutting import project_cutter
from workbench.text.lexicon import LexiconKind, find_lexicon
from workbench.text.lexicon_import import bring_list
from workbench.text.proof import prove_in_project
from workbench.text.segmenters.words import cut_words
from workbench.text.units import Segmenter, UnitSettings

ROOT = Path(__file__).resolve().parents[2]
R018 = ("Edu Trust认证", "C++", "抗原19-9", "云计算")
#: The same kinds with other signs: hyphen, dot, slash, hash, ampersand, apostrophe, full-width letters, middle dot.
NEIGHBOURS = (
    "Wi-Fi", "3.5英寸", "TCP/IP协议", "C#", "AT&T公司", "l'Oréal欧莱雅", "ＢＥＲＴ模型", "约翰·史密斯",
    "New York Times", "维生素B12", "A股", "O型血", "№5", "1,000米", "50%",
)  # fmt: skip
ENTRIES = (*R018, *NEIGHBOURS)
SEGMENTERS = [Segmenter.RJIEBA, Segmenter.JIEBA]


def settings(segmenter: Segmenter, **others: object) -> UnitSettings:
    return UnitSettings.model_validate({"segmenter": segmenter, "word_lists": ("own",), **others})


def bring(project: Project, lines: str, encoding: str = "utf-8") -> None:
    path = project.root / "own.txt"
    path.write_bytes(lines.encode(encoding))
    bring_list(project, [path], "own", LexiconKind.WORD)


def words(project: Project, text: str, units: UnitSettings) -> list[str]:
    table = cut_words([text], project_cutter(project, units))
    return [text[start:end] for start, end in zip(table.start.tolist(), table.end.tolist(), strict=True)]


@pytest.mark.parametrize(
    ("segmenter", "encoding", "form"),
    [
        (Segmenter.RJIEBA, "utf-8", "{}"),
        (Segmenter.RJIEBA, "gb18030", "{} 2000"),
        (Segmenter.RJIEBA, "utf-8-sig", "{} 2000 nz"),
        (Segmenter.RJIEBA, "utf-8", "{}\t2000\tnz"),
        (Segmenter.JIEBA, "utf-8", "{}"),
        (Segmenter.JIEBA, "gb18030", "{} 2000 nz"),
    ],
)
def test_r018_every_entry_is_read_whole_and_comes_out_whole(
    project: Project, segmenter: Segmenter, encoding: str, form: str
) -> None:
    bring(project, "".join(form.format(entry) + "\n" for entry in ENTRIES), encoding)
    dictionary = find_lexicon(project, "own")
    assert [entry.text for entry in dictionary.entries] == list(ENTRIES)
    assert {entry.count for entry in dictionary.entries} == {2000 if "2000" in form else -1}
    assert prove_in_project(project, dictionary, settings(segmenter)) == []
    for entry in ENTRIES:
        assert words(project, entry, settings(segmenter)) == [entry]
        assert entry in words(project, f"他说，{entry}是好的。", settings(segmenter))


@pytest.mark.parametrize("segmenter", SEGMENTERS)
def test_r018_what_does_not_come_out_whole_is_named_with_what_to_do(project: Project, segmenter: Segmenter) -> None:
    """A frequency of 1 loses to the dictionary's own words; keeping words whole mends it."""
    bring(project, "的我 1\n云计算 1\nC++ 1\n")
    dictionary = find_lexicon(project, "own")
    units = settings(segmenter)
    flagged = {broken.text: broken for broken in prove_in_project(project, dictionary, units)}
    torn = {entry.text for entry in dictionary.entries if words(project, entry.text, units) != [entry.text]}
    assert set(flagged) == torn == {"的我"}
    assert flagged["的我"].pieces == ("的", "我")
    assert "keep user words whole" in flagged["的我"].hint
    assert prove_in_project(project, dictionary, settings(segmenter, force_words=True)) == []
    assert words(project, "的我", settings(segmenter, force_words=True)) == ["的我"]


def test_r018_in_the_terminal(project: Project, capsys: pytest.CaptureFixture[str]) -> None:
    path = project.root / "words.txt"
    path.write_text("\n".join((*R018, "的我 1")), encoding="utf-8")
    where = ["--project", str(project.root), "--json"]
    assert main(["lists", "import", str(path), "--name", "own", "--kind", "word", *where]) == 0
    capsys.readouterr()
    main(["lists", "check", "own", *where])
    told = json.loads(capsys.readouterr().out)
    assert "的我" in json.dumps(told, ensure_ascii=False)
    assert not any(entry in json.dumps(told, ensure_ascii=False) for entry in R018)


WORK = """
import json, sys
from pathlib import Path
from workbench.core.paths import Project
from workbench.text.cutting import project_cutter
from workbench.text.segmenters.words import cut_words
from workbench.text.units import Segmenter, UnitSettings
units = UnitSettings(segmenter=Segmenter(sys.argv[2]), word_lists=("own",))
table = cut_words([sys.argv[3]], project_cutter(Project(Path(sys.argv[1])), units))
sys.stdout.write(json.dumps(table.start.tolist()))
"""
TEXT = "我来到北京清华大学学习云计算和C++"


def unwritable(folder: Path) -> Path:
    """A place that no one can write to, not even an administrator: below a file."""
    (folder / "file").write_text("", encoding="utf-8")
    return folder / "file" / "tmp"


def another_users(folder: Path) -> Path:
    """A temporary folder in which someone else's cache of the same name lies, that cannot be replaced."""
    place = folder / "shared"
    (place / "jieba.cache").mkdir(parents=True)
    (place / "jieba.cache" / "kept").write_text("", encoding="utf-8")
    return place


@pytest.mark.parametrize(
    ("segmenter", "temporary"),
    [
        (Segmenter.JIEBA, unwritable),
        (Segmenter.JIEBA, another_users),
        (Segmenter.RJIEBA, unwritable),
    ],
)
def test_r023_four_workers_at_once_cut_the_same_without_a_temporary_folder(
    project: Project, tmp_path: Path, segmenter: Segmenter, temporary: Callable[[Path], Path]
) -> None:
    bring(project, "云计算\nC++\n")
    expected = cut_words([TEXT], project_cutter(project, settings(segmenter))).start.tolist()
    for left in project.cache.iterdir():
        left.unlink()
    place = str(temporary(tmp_path))
    environment = {**os.environ, "TMPDIR": place, "TEMP": place, "TMP": place, "PYTHONPATH": str(ROOT)}
    workers = [
        subprocess.Popen(
            [sys.executable, "-c", WORK, str(project.root), segmenter.value, TEXT],
            env=environment,
            cwd=project.root,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
        )
        for _ in range(4)
    ]
    said = [worker.communicate(timeout=120) for worker in workers]
    assert said == [(json.dumps(expected).encode(), b"")] * 4
    assert {worker.returncode for worker in workers} == {0}
    kept = [path.name for path in project.cache.iterdir()]
    assert kept == (["jieba.cache"] if segmenter is Segmenter.JIEBA else [])


@pytest.mark.parametrize("damage", [b"rubbish", b"\x80\x04]\x94."])
def test_r023_a_cut_off_or_foreign_cache_is_made_again(project: Project, damage: bytes) -> None:
    bring(project, "云计算\n")
    (project.cache / "jieba.cache").write_bytes(damage)
    result = subprocess.run(
        [sys.executable, "-c", WORK, str(project.root), "jieba", TEXT],
        env={**os.environ, "PYTHONPATH": str(ROOT)}, capture_output=True, check=True, timeout=120,
    )  # fmt: skip
    units = UnitSettings(segmenter=Segmenter.RJIEBA, word_lists=("own",))
    assert json.loads(result.stdout) == cut_words([TEXT], project_cutter(project, units)).start.tolist()
    assert (project.cache / "jieba.cache").stat().st_size > 10**6
