"""transformers' side of the training benchmark."""

from __future__ import annotations

import os
import warnings
from typing import Any

import torch

from workbench.cli.bench_training_sides import Setting, Step, Text
from workbench.text.document import Ints
from workbench.text.library_tokenizer import make_tokenizer
from workbench.text.pack import PassagePlan, assemble
from workbench.text.prepared import PreparedCorpus
from workbench.text.vocabulary import Vocabulary


def peer_steps(setting: Setting, prepared: PreparedCorpus, texts: dict[str, Text]) -> dict[str, Step]:
    """A step of transformers' Trainer for run_mlm (collator, autocast, fused AdamW, clipping at 1, no compiler) on each
    text; all train the same model."""
    model, collator = _model(setting), _collator(setting.vocabulary)
    optimizer = torch.optim.AdamW(model.parameters(), lr=setting.rate, weight_decay=0.0, fused=True)
    scheduler = torch.optim.lr_scheduler.LambdaLR(optimizer, lambda _: 1.0)

    def step_on(text: Text) -> Step:
        rows = text.rows()

        def step() -> tuple[int, int, float]:
            _, chosen = next(rows)
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")
                batch = collator(_features(prepared, text.plan, chosen))
            with torch.autocast("cpu", torch.bfloat16, enabled=setting.bf16):
                loss = model(**batch).loss
            loss.backward()
            torch.nn.utils.clip_grad_norm_(model.parameters(), 1.0)
            optimizer.step()
            scheduler.step()
            model.zero_grad()
            return int(batch["attention_mask"].sum()), int((batch["labels"] != -100).sum()), loss.item()

        return step

    return {kind: step_on(text) for kind, text in texts.items()}


def _model(setting: Setting) -> Any:
    from transformers import BertConfig, BertForMaskedLM

    config = BertConfig(
        vocab_size=setting.vocabulary.size, hidden_size=setting.hidden, num_hidden_layers=setting.layers,
        num_attention_heads=setting.heads, intermediate_size=4 * setting.hidden, pad_token_id=setting.vocabulary.pad_id,
        hidden_dropout_prob=setting.dropout, attention_probs_dropout_prob=setting.dropout,
    )  # fmt: skip
    model = BertForMaskedLM(config)
    model.train()
    return model


def _collator(vocabulary: Vocabulary) -> Any:
    os.environ.setdefault("TOKENIZERS_PARALLELISM", "false")
    from transformers import DataCollatorForLanguageModeling, PreTrainedTokenizerFast

    make_fast: Any = PreTrainedTokenizerFast
    tokenizer = make_fast(
        tokenizer_object=make_tokenizer(vocabulary), pad_token="[PAD]", mask_token="[MASK]", cls_token="[CLS]",
        sep_token="[SEP]", unk_token="[UNK]",
    )  # fmt: skip
    return DataCollatorForLanguageModeling(tokenizer)


def _features(prepared: PreparedCorpus, plan: PassagePlan, rows: Ints) -> list[dict[str, Any]]:
    """Passages as the lists that a tokenised dataset holds."""
    batch = assemble(prepared, plan, rows, ())
    ids, special = batch.ids.tolist(), (~batch.maskable).astype(int).tolist()
    return [
        {"input_ids": ids[first:end], "attention_mask": [1] * (end - first), "special_tokens_mask": special[first:end]}
        for first, end in zip(batch.starts[:-1].tolist(), batch.starts[1:].tolist(), strict=True)
    ]
