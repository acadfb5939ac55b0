# Orca loads this file from the folder of its preferences. It is Orca's voice in the walk: what would be spoken is
# appended to a file, one JSON value a line, and no synthesiser is needed. Everything else is Orca as Debian ships it.
import json
import os
import time

from orca import speech

_file = open(os.environ["UNSPOKEN_SPEECH"], "a", buffering=1, encoding="utf-8")


def _record(kind, text):
    _file.write(json.dumps({"at": int(time.time() * 1000), "kind": kind, "text": str(text)}) + "\n")


def _say_all(utterances, progress):
    for context, _voice in utterances:
        _record("speech", context.utterance)


speech._speak = lambda text, acss, interrupt: _record("speech", text)
speech.speakCharacter = lambda character, acss=None: _record("character", character)
speech.speakKeyEvent = lambda event, acss=None: None
speech.sayAll = _say_all
speech.stop = lambda: _record("stop", "")
