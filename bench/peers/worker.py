# Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# A process that answers requests: a line of JSON in, a line of JSON out. The driver's side of it, and the worker's.
import json
import os
import queue
import subprocess
import sys
import threading
import traceback


class WorkerError(Exception):
    """A request that failed in the worker, which can be asked again."""


class WorkerLost(WorkerError):
    """The worker has ended, or did not answer in time and was ended."""


class Worker:
    """`command` as a process; what it says on stderr goes to the file `log`."""

    def __init__(self, command, log, environment=None):
        self.name = os.path.basename(log)
        self.log = open(log, "a")
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=self.log, text=True, env=environment)
        self.lines = queue.Queue()
        threading.Thread(target=self._read, daemon=True).start()

    def _read(self):
        for line in self.process.stdout:
            self.lines.put(line)
        self.lines.put(None)
        self.process.stdout.close()

    def ask(self, limit, **request):
        """The answer to a request, which may take `limit` seconds."""
        try:
            self.process.stdin.write(json.dumps(request) + "\n")
            self.process.stdin.flush()
            line = self.lines.get(timeout=limit)
        except queue.Empty:
            self.close(kill=True)
            raise WorkerLost("%s: no answer to `%s` after %g s" % (self.name, request["do"], limit))
        except OSError:
            line = None
        if line is None:
            self.close(kill=True)
            raise WorkerLost("%s: ended with code %s; its log is %s" % (self.name, self.process.returncode, self.log.name))
        answer = json.loads(line)
        if "error" in answer:
            raise WorkerError(answer["error"])
        return answer

    def close(self, kill=False, limit=20):
        """Waits `limit` seconds for it to end by itself."""
        if kill:
            self.process.kill()
        try:
            self.process.stdin.close()
        except OSError:
            pass
        try:
            self.process.wait(limit)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()
        self.log.close()


def short_error():
    kind, value, _ = sys.exc_info()
    return ("%s: %s" % (kind.__name__, " ".join(str(value).split())))[:500]


def serve(make):
    """Answers what stdin asks by the methods of `make()`, until it ends. What libraries print goes to stderr."""
    answers = os.fdopen(os.dup(1), "w")
    os.dup2(2, 1)
    made = None
    for line in sys.stdin:
        request = json.loads(line)
        try:
            if made is None:
                made = make()
            answer = getattr(made, request.pop("do"))(**request) or {}
        except Exception:
            traceback.print_exc()
            answer = {"error": short_error()}
        answers.write(json.dumps(answer) + "\n")
        answers.flush()
