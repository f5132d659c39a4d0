"""A client for a Tributary service: it signs events, sends them in batches, and sends them again where that can help.

It needs Python 3.9 and nothing else. See README.md.
"""

import gzip
import hashlib
import hmac
import json
import threading
import time
import urllib.error
import urllib.request
import uuid
from collections import deque
from datetime import datetime, timezone
from decimal import Decimal
from email.utils import parsedate_to_datetime
from typing import Any, NamedTuple, Optional

SDK_VERSION = "python-example-1.0"
MAX_BATCH_EVENTS = 50
# The service takes 256 KB, before and after compression.
MAX_BATCH_BYTES = 200_000
MAX_ATTEMPTS = 5
# A service that asks for more than this is not waited for.
LONGEST_WAIT_S = 60
TIMEOUT_S = 15
# The service accepts what was signed within 10 minutes of its own time.
CLOCK_TOLERANCE_MS = 9 * 60_000


class Unavailable(Exception):
    """The service could not take the events. They stay queued: call `flush` again, after `retry_after` seconds if set."""

    def __init__(self, reason: str, retry_after: Optional[float] = None):
        super().__init__(reason)
        self.retry_after = retry_after


class Refused(NamedTuple):
    """An event that the service will never accept as it is."""

    event: dict
    code: str
    error: str


class _Queued(NamedTuple):
    event: dict
    # Of the monotonic clock, where the event happened when it was tracked.
    tracked_at: Optional[float]


class _Answer(NamedTuple):
    status: int
    results: Optional[list]
    retry_after: Optional[float]
    text: str


class Tributary:
    """Queues events in memory and sends them with `flush`. Any number of threads may use one."""

    def __init__(self, url: str, customer_id: str, app_id: str, secret: str):
        self._url = url.rstrip("/") + "/v1/ingest"
        self._identity = {"customer_id": customer_id, "app_id": app_id, "sdk_version": SDK_VERSION}
        self._secret = secret
        self._queue: deque = deque()
        self._flushing = threading.Lock()
        self._batch_limit = MAX_BATCH_EVENTS
        # By how many ms the service's clock is ahead of this machine's, if the service has objected to that.
        self._skew = 0

    def track(self, event_type: str, **members: Any) -> str:
        """Queues an event and returns its id, by which the service tells a repetition from a second event.

        `members` are the event's own: `user_id="u-1", revenue=Decimal("49.90"), currency="NGN", event_properties={…}`. For
        something of the past, pass its `timestamp` (Unix ms); to be able to send it twice, its `event_id`.
        Raises ValueError or TypeError for what JSON cannot represent.
        """
        event = {"event_id": str(uuid.uuid4()), "timestamp": _now_ms(), **members, "event_type": event_type}
        to_json(event).encode()
        self._queue.append(_Queued(event, None if "timestamp" in members else time.monotonic()))
        return event["event_id"]

    def flush(self) -> list:
        """Sends what is queued and returns what was refused, as a list of `Refused`. Raises Unavailable."""
        with self._flushing:
            return self._send_all()

    def _send_all(self) -> list:
        refused: list = []
        failures = 0
        corrected = False
        while self._queue:
            batch = self._next_batch()
            sent_at = _now_ms() + self._skew
            answer = self._post(batch, sent_at)
            if answer.status == 413:
                self._shrink(batch, answer, refused)
                continue
            if answer.results is not None and len(answer.results) == len(batch):
                again, clock_off = self._settle(batch, answer.results, sent_at, refused, may_correct=not corrected)
                if clock_off:
                    self._skew += clock_off
                    corrected = True
                    continue
                if not again:
                    failures = 0
                    continue
            elif 400 <= answer.status < 500 and answer.status not in (408, 429):
                raise Unavailable(f"the service answered {answer.status}: {answer.text}")
            failures += 1
            self._wait(failures, answer)
        self._batch_limit = MAX_BATCH_EVENTS
        return refused

    def _next_batch(self) -> list:
        batch, size = [], 0
        for queued in list(self._queue)[: self._batch_limit]:
            size += len(to_json(queued.event).encode()) + 400
            if batch and size > MAX_BATCH_BYTES:
                break
            batch.append(queued)
        return batch

    def _post(self, batch: list, sent_at: int) -> _Answer:
        body = gzip.compress(f'{{"events":[{",".join(self._seal(queued, sent_at) for queued in batch)}]}}'.encode())
        headers = {"content-type": "application/json", "content-encoding": "gzip"}
        request = urllib.request.Request(self._url, body, headers, method="POST")
        try:
            with urllib.request.urlopen(request, timeout=TIMEOUT_S) as response:
                return _read_answer(response.status, response.headers, response.read())
        except urllib.error.HTTPError as error:
            return _read_answer(error.code, error.headers, error.read())
        except OSError as error:
            return _Answer(0, None, None, str(error))

    def _seal(self, queued: _Queued, sent_at: int) -> str:
        """The event as it is sent, signed anew each time: a signature is good for ten minutes."""
        event = {**queued.event, **self._identity, "sent_at": sent_at}
        if queued.tracked_at is not None:
            event["age_ms"] = round((time.monotonic() - queued.tracked_at) * 1000)
        signed = canonical(event)
        # The signed text itself is sent, so that the service verifies the same bytes.
        return f'{signed[:-1]},"signature":"{sign(signed, self._secret)}"}}'

    def _settle(self, batch: list, results: list, sent_at: int, refused: list, may_correct: bool) -> tuple:
        """Keeps in the queue what is to be sent again: returns it, and how many ms the clock is off if that is why."""
        again, clock_off = [], 0
        for queued, result in zip(batch, results):
            code, off = result.get("code"), result["server_timestamp"] - sent_at
            if result["status"] in ("accepted", "deduplicated"):
                continue
            if code == "AUTH_ERROR" and abs(off) > CLOCK_TOLERANCE_MS and may_correct:
                clock_off = off
                again.append(queued)
            elif code in ("INTERNAL_ERROR", "RATE_LIMIT"):
                again.append(queued)
            else:
                refused.append(Refused(queued.event, code or "", result.get("error", "")))
        self._replace(batch, again)
        return again, clock_off

    def _shrink(self, batch: list, answer: _Answer, refused: list) -> None:
        """After a 413: fewer events at a time; one that is too large alone can never be sent."""
        if len(batch) > 1:
            self._batch_limit = len(batch) // 2
            return
        refused.append(Refused(batch[0].event, "PAYLOAD_TOO_LARGE", answer.text))
        self._replace(batch, [])

    def _replace(self, batch: list, kept: list) -> None:
        for _ in batch:
            self._queue.popleft()
        self._queue.extendleft(reversed(kept))

    def _wait(self, failures: int, answer: _Answer) -> None:
        reason = f"no events were taken: {answer.status or 'no answer'} {answer.text}"
        wait = 2.0 ** (failures - 1) if answer.retry_after is None else answer.retry_after
        if failures == MAX_ATTEMPTS or wait > LONGEST_WAIT_S:
            raise Unavailable(reason, answer.retry_after)
        time.sleep(wait)


def canonical(event: dict) -> str:
    """What a signature covers: JSON without white space, the top-level members sorted, without `signature`."""
    names = sorted((name for name in event if name != "signature"), key=lambda name: name.encode("utf-16-be"))
    return "{" + ",".join(f"{to_json(name)}:{to_json(event[name])}" for name in names) + "}"


def sign(text: str, secret: str) -> str:
    """HMAC-SHA256 of a canonical text, keyed with the secret as it is written, as 64 hex characters."""
    return hmac.new(secret.encode(), text.encode(), hashlib.sha256).hexdigest()


def to_json(value: Any) -> str:
    """JSON without white space. A Decimal keeps its digits: `Decimal("49.90")` is 49.90."""
    if isinstance(value, dict):
        return "{" + ",".join(f"{json.dumps(str(name), ensure_ascii=False)}:{to_json(item)}" for name, item in value.items()) + "}"
    if isinstance(value, (list, tuple)):
        return "[" + ",".join(to_json(item) for item in value) + "]"
    if isinstance(value, Decimal):
        if not value.is_finite():
            raise ValueError(f"{value} is not JSON")
        return str(value)
    return json.dumps(value, ensure_ascii=False, allow_nan=False)


def _now_ms() -> int:
    return time.time_ns() // 1_000_000


def _read_answer(status: int, headers: Any, body: bytes) -> _Answer:
    text = body.decode("utf-8", "replace")
    try:
        results = json.loads(text)["results"] if status == 200 else None
    except (ValueError, KeyError, TypeError):
        # Something else answered, such as a captive portal.
        results = None
    return _Answer(status, results, _retry_after(headers.get("Retry-After")), text[:200])


def _retry_after(header: Optional[str]) -> Optional[float]:
    """Seconds; the header has seconds or a date."""
    try:
        if header is None or header.strip().isdigit():
            return None if header is None else float(header)
        return max(0.0, (parsedate_to_datetime(header) - datetime.now(timezone.utc)).total_seconds())
    except (TypeError, ValueError):
        return None
