"""Answers as the engine does, with made-up weights: two layers of three heads, all eyes on [SEP].

The first row of the first head tells which checkpoint it was asked about.
"""

import json
import re
import sys
from pathlib import Path

import numpy as np

from workbench.inspection.heads import head_figures
from workbench.inspection.layers import layer_moves
from workbench.inspection.similarity import distances, pattern
from workbench.inspection.summary import Summary
from workbench.inspection.thumbnails import thumbnails


def part(number, text, hidden):
    for found in re.finditer(r"\[MASK\]|.", text):
        span = [number, *found.span()]
        is_mask = found[0] == "[MASK]" or span in hidden
        yield ("[MASK]" if is_mask else found[0]), span, is_mask, found[0]


def masked(place, original):
    guesses = [{"token": "京", "probability": 0.75}, {"token": "大", "probability": 0.25}]
    if original == "[MASK]":
        return {
            "position": place,
            "after": guesses,
            "original": None,
            "before": [],
            "original_before": None,
            "original_after": None,
        }
    return {
        "position": place,
        "after": guesses,
        "original": original,
        "before": guesses[::-1],
        "original_before": 0.9,
        "original_after": 0.125,
    }


def look(request):
    hidden = request.get("hidden", [])
    entries = [("[CLS]", None, False, ""), *part(0, request["text"], hidden), ("[SEP]", None, False, "")]
    if request.get("pair"):
        entries += [*part(1, request["pair"], hidden), ("[SEP]", None, False, "")]
    count = len(entries)
    step = request.get("checkpoint") or 30
    weights = np.full((2, 3, count, count), 0.1 / (count - 1), np.float32)
    weights[..., -1] = 0.9
    weights[1, 2] = np.eye(count)
    weights[0, 0, 0] = 0
    weights[0, 0, 0, :2] = step / 100, 1 - step / 100
    folder = Path(request["folder"])
    weights.tofile(folder / "weights.f32")
    flat = weights.reshape(-1, count, count)
    hidden_vectors = [np.full((count, 4), value, np.float32) for value in (1, 2, 3)]
    Summary(
        thumbnails(weights),
        weights.max((2, 3)),
        head_figures(weights),
        head_figures(weights, [0, count - 1]),
        distances(pattern(flat)),
        layer_moves(hidden_vectors),
    ).save(folder / "summary.npz")
    tokens = [[at, at + 1, entry[3] or entry[0], entry[1] is not None] for at, entry in enumerate(entries)]
    words = [[0, 1, "[CLS]", False]]
    for at in range(1, count):
        joins = entries[at][1] is not None and len(words[-1][2]) == 1 and words[-1][3]
        if joins:
            words[-1] = [words[-1][0], at + 1, words[-1][2] + entries[at][3], True]
        else:
            words.append(tokens[at])
    return {
        "id": None,
        "step": step,
        "layers": 2,
        "heads": 3,
        "tokens": [entry[0] for entry in entries],
        "segments": [0] * count,
        "spans": [entry[1] for entry in entries],
        "masks": [at for at, entry in enumerate(entries) if entry[2]],
        "masked": [masked(at, entry[3]) for at, entry in enumerate(entries) if entry[2]],
        "groups": {
            "token": tokens,
            "character": tokens,
            "word": words,
            "phrase": words,
            "entity": tokens,
            "ngram": [[at, end, text, False] for at, end, text, _ in tokens],
        },
    }


def vectors(request):
    names = ["[CLS]", *request["text"], "[SEP]"] if request["op"] == "vectors" else request["texts"]
    table = np.random.default_rng(request["layer"]).normal(size=(len(names), 8)).astype(np.float32)
    np.save(request["out"], table)
    return {"id": None, "step": 30, "tokens": names}


def neighbours(request):
    where = "table" if request["layer"] is None else f"layer {request['layer']}"
    near = [{"token": where, "cosine": 0.5, "id": 7, "position": None if request["layer"] is None else 2}]
    return {"id": None, "step": 30, "token": request["text"][request["position"] - 1], "neighbours": near}


#: Entries of the list that runs with n-grams have, in the order of their ids; the cap of a sentence is three.
NGRAMS = ["北京", "大学", "京大", "北京大学", "京大学"]
CAP = 3


def ngrams(request):
    """The n-gram of id i has i * step / 1000 in the first layer, and less in the second the greater i is."""
    if "坏" in request["text"] and request["checkpoint"] == 20:
        return {"id": None, "error": "The checkpoint of step 20 can't be read."}
    entries = [
        ("[CLS]", None, False, ""),
        *part(0, request["text"], request.get("hidden", [])),
        ("[SEP]", None, False, ""),
    ]
    tokens = [entry[0] for entry in entries]
    text = "".join(token if len(token) == 1 else "▢" for token in tokens)
    places = [(number, found.start()) for number, name in enumerate(NGRAMS, 1) for found in re.finditer(name, text)]
    kept = places[:CAP]
    step = request["checkpoint"]
    first = [number * step / 1000 for number, _ in kept]
    second = [step / 1000 / number for number, _ in kept]
    weights = np.zeros((len(tokens), len(kept)), np.float32)
    for column, (number, start) in enumerate(kept):
        weights[start : start + len(NGRAMS[number - 1]), column] = 1
    layers = np.array([first, second], np.float32).reshape(2, len(kept))
    np.savez(request["out"], received=layers[:1], injected=layers, share=layers, weights=weights)
    return {
        "id": None,
        "step": step,
        "tokens": tokens,
        "segments": [0] * len(tokens),
        "spans": [entry[1] for entry in entries],
        "ngrams": [
            {
                "id": number,
                "text": NGRAMS[number - 1],
                "count": 100 - number,
                "start": start,
                "length": len(NGRAMS[number - 1]),
                "column": at if at < CAP else None,
                "dropped": None if at < CAP else "frequent",
                "kept": at < CAP,
            }
            for at, (number, start) in enumerate(places)
        ],
        "layers": 2,
        "ngram_layers": 1,
        "cap": CAP,
        "entries": len(NGRAMS),
        "frequent": NGRAMS[:3],
        "cosines": [step / 100 if len(kept) > 1 else None],
        "out": request["out"],
    }


def main():
    for line in sys.stdin.buffer:
        request = json.loads(line)
        text = request.get("text", "")
        if "slow" in text:
            import time

            time.sleep(30)
        if "long" in text:
            answer = {"id": None, "error": "The text has 999 tokens; this model takes 512."}
        else:
            answers = {
                "look": look,
                "vectors": vectors,
                "sentences": vectors,
                "neighbours": neighbours,
                "ngrams": ngrams,
            }
            answer = answers[request["op"]](request)
        sys.stdout.write(json.dumps(answer) + "\n")
        sys.stdout.flush()


if __name__ == "__main__":
    main()
