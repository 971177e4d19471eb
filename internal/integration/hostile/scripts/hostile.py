"""The hostile bots that have a runtime behind them. The first argument says which one;
those that follow say what it may attack, as NAME=VALUE."""

import ctypes
import errno
import os
import signal
import socket
import subprocess
import sys
import threading
import time

BAD_ROUND = 3
MUCH = 320 << 20  # more memory than the test allows a bot

slow = False  # whether it takes its time in every round, so that it is noticed
targets = dict(arg.split("=", 1) for arg in sys.argv[2:])


def fork():
    child = os.fork()
    if child == 0:
        os._exit(0)
    os.waitpid(child, 0)


def connect():
    host, port = targets["tcp"].rsplit(":", 1)
    socket.create_connection((host, int(port)), 1).close()


def processes():
    if [name for name in os.listdir("/proc") if name.isdigit() and int(name) != os.getpid()]:
        return
    raise OSError("none but its own")


def itself():
    with open(__file__, "a"):
        pass


def beside():
    folder = os.path.dirname(os.path.abspath(__file__))
    if [name for name in os.listdir(folder) if name != os.path.basename(__file__)]:
        return
    raise OSError("nothing but itself")


def threads():
    global slow
    threading.stack_size(64 << 10)
    slow = True
    for _ in range(300):
        threading.Thread(target=time.sleep, args=(3600,), daemon=True).start()
    slow = False


def recursion():
    recursion()


def becomes(path, *args):
    """Starts a program by a path that begins with a slash where a number is expected."""
    libc = ctypes.CDLL(None, use_errno=True)
    call = 322 if os.uname().machine == "x86_64" else 281  # execveat
    texts = [arg.encode() for arg in args]
    array = (ctypes.c_char_p * (len(texts) + 1))(*texts, None)
    empty = (ctypes.c_char_p * 1)(None)
    for number in range(-1, 1025):
        libc.syscall(call, number, path.encode(), array, empty, 0x1000)
        if ctypes.get_errno() != errno.EPERM:
            break
    raise OSError(ctypes.get_errno(), os.strerror(ctypes.get_errno()))


LOADER = "/lib64/ld-linux-x86-64.so.2" if os.uname().machine == "x86_64" else "/lib/ld-linux-aarch64.so.1"

def catch_term():
    came = []
    signal.signal(signal.SIGTERM, lambda *_: came.append(1))
    os.kill(os.getpid(), signal.SIGTERM)
    signal.raise_signal(signal.SIGTERM)
    if len(came) != 2:
        raise OSError(f"it came {len(came)} times")


def proc():
    for name in "smaps", "smaps_rollup", "pagemap", "numa_maps", "io", "fdinfo/0", "net/sockstat", "task/1/smaps":
        for process in "self", "thread-self", "1":
            try:
                with open(f"/proc/{process}/{name}", "rb") as file:
                    if file.read(1):
                        return
            except OSError:
                pass
    raise OSError("nothing of the others")


attempts = {
    "py-proc": proc,
    "py-start-shell": lambda: becomes("/bin/sh", "sh", "-c", "exit 5"),
    "py-start-loader": lambda: becomes(LOADER, LOADER, "/bin/sh", "-c", "exit 5"),
    "py-term": lambda: os.kill(os.getpid(), signal.SIGTERM),
    "py-catch-term": catch_term,
    "py-fork": fork,
    "py-subprocess": lambda: subprocess.run(["/bin/true"], check=True),
    "py-becomes": lambda: os.execv("/bin/sh", ["sh", "-c", "exit 5"]),
    "py-tcp": connect,
    "py-unix": lambda: socket.socket(socket.AF_UNIX).connect(targets["path"]),
    "py-secret": lambda: open(targets["secret"]).read(),
    "py-shadow": lambda: open("/etc/passwd").read(),
    "py-processes": processes,
    "py-environ": lambda: open("/proc/" + targets["arena"] + "/environ").read(1),
    "py-oom-score": lambda: open("/proc/self/oom_score_adj", "w").write("1000"),
    "py-itself": itself,
    "py-beside": beside,
    "py-kill": lambda: os.kill(int(targets["arena"]), 0),
    "py-memory": lambda: bytearray(MUCH),
    "py-threads": threads,
    "py-priority": lambda: os.nice(5),
}


def burn():
    while True:
        pass


def flood():
    while True:
        sys.stderr.write("x" * 1000 + "\n")


acts = {"py-burns": burn, "py-floods": flood, "py-recursion": recursion, "py-exits": lambda: sys.exit("no more orks")}


def misbehave(name):
    if name in acts:
        acts[name]()
    try:
        attempts[name]()
        what = "done"
    except MemoryError:
        what = "MemoryError"
    except (OSError, RuntimeError) as error:
        what = getattr(error, "strerror", None) or str(error)
    print(f"{name}: {what}", file=sys.stderr, flush=True)


print("arena 1", flush=True)
for line in sys.stdin:
    word, _, rest = line.partition(" ")
    if word == "go":
        if int(rest) == BAD_ROUND:
            misbehave(sys.argv[1])
        if slow:
            time.sleep(3)
        print("done", rest.strip(), flush=True)
