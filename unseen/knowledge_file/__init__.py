"""Knowledge files: what is known about hidden cards, written in TOML or JSON by anybody.

`load` gives what a file says, checked; `schema_text` is its published form. docs/commands.md
tells how they are written.
"""

from __future__ import annotations

import json

from unseen.files import called
from unseen.knowledge_file.building import KnowledgeFile, build
from unseen.knowledge_file.reading import read
from unseen.knowledge_file.schema import KnowledgeModel

__all__ = ["KnowledgeFile", "load", "schema_text"]


def load(path: str, form: str | None = None) -> KnowledgeFile:
    """What the file at `path` says (``-``: standard input), as knowledge.

    Raises:
        CallError: it cannot be read, or is no knowledge; with the place and what would be right.
    """
    name = called(path)
    return build(read(path, form), name)


def schema_text() -> str:
    """The JSON Schema of knowledge files, as docs/knowledge.schema.json holds it."""
    schema = {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        **KnowledgeModel.model_json_schema(),
        "title": "Knowledge about hidden cards",
    }
    return json.dumps(schema, indent=2, ensure_ascii=False) + "\n"
