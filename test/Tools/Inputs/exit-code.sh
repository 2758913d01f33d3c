#!/bin/sh
# exit-code.sh CODE COMMAND...: passes the command's output through, and succeeds where its exit code is CODE.
expected=$1
shift
"$@"
code=$?
[ "$code" = "$expected" ] && exit 0
echo "exit-code.sh: expected exit code $expected, but got $code of: $*" >&2
exit 1
