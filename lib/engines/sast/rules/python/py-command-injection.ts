import type { Call, Rule } from '@scangate/engines/sast/rule';
import { fromCommandLine } from './command-line.ts';
import { around } from './conditions.ts';
import { flask } from './samples.ts';

const shell = /^(?:.*[\\/])?(?:(?:ba|z|da|k|c)?sh|cmd(?:\.exe)?|powershell(?:\.exe)?|pwsh)$/i;
const flag = /^(?:-\w{0,3}c|\/c|-command)$/i;
const shellInText = /["'](?:\/\w{1,10}){0,3}\/?(?:(?:ba|z|da)?sh|cmd(?:\.exe)?|powershell)["']/i;
const flagInText = /["'](?:-\w{0,2}c|\/c)["']/i;

/** Matches `['sh', '-c', text]`. */
const listsShell = (call: Call): boolean => {
  const [list] = call.args;
  if (!list?.fields) return false;
  if (list.fields.length !== undefined)
    return (
      shell.test(String(list.fields.get('0')?.constant ?? '')) &&
      flag.test(String(list.fields.get('1')?.constant ?? ''))
    );
  const text = around(call);
  return shellInText.test(text) && flagInText.test(text);
};

const usesShell = (call: Call): boolean => {
  const use = call.named.get('shell')?.constant;
  return use === true || use === 1 || listsShell(call);
};

/** Matches the program when it is the only argument: `Popen(text)`. */
const isText = ({ args: [command] }: Call): boolean => command !== undefined && command.fields === undefined;

const runsText = (call: Call): boolean => !usesShell(call) && isText(call);

/** Matches a list at a position whose first item is a shell. */
const listsProgram =
  (at: number) =>
  ({ args }: Call): boolean =>
    shell.test(String(args[at]?.fields?.get('0')?.constant ?? ''));

const subprocess = '{subprocess,subprocess32,sp,gevent.subprocess}.{run,call,check_call,check_output,Popen}';

export const pyCommandInjection: Rule = {
  id: 'py-command-injection',
  cwe: 'CWE-78',
  severity: 'critical',
  title: 'Command built from untrusted input',
  message: 'Untrusted input becomes part of a shell command, so that its sender can run arbitrary commands.',
  help: 'Pass the program and its arguments as a list without a shell, and check the arguments against a list of allowed ones.',
  category: 'command',
  sinks: [
    {
      call: [
        'os.{system,popen,popen2,popen3,popen4,startfile}',
        'subprocess.{getoutput,getstatusoutput}',
        '{commands,popen2}.{getoutput,getstatusoutput,popen2,popen3}',
        'asyncio.create_subprocess_shell',
        'pexpect.{spawn,run}',
        'invoke.run',
        'fabric.api.{run,local,sudo}',
        '*.exec_command',
      ],
      named: ['cmd', 'command'],
    },
    { call: [subprocess], named: ['args'], when: usesShell },
    { call: [subprocess], when: runsText },
    { call: ['os.{execl,execle,execlp,execlpe,execv,execve,execvp,execvpe,posix_spawn}'] },
    { call: ['os.{spawnl,spawnle,spawnlp,spawnlpe,spawnv,spawnve,spawnvp,spawnvpe}'], args: [1] },
    {
      call: ['asyncio.create_subprocess_exec', 'asyncio.subprocess.create_subprocess_exec'],
      args: 'all',
      when: (call) => shell.test(String(call.args[0]?.constant ?? '')),
    },
    { call: ['*.subprocess_shell'], args: [1] },
    { call: ['*.subprocess_exec'], args: [1], when: listsProgram(1) },
    // A shell among the arguments runs the others.
    {
      call: ['os.{execl,execle,execlp,execlpe,execv,execve,execvp,execvpe}'],
      args: [1, 2, 3],
      when: ({ args }) => shell.test(String(args[0]?.constant ?? '')),
    },
    {
      call: ['os.{spawnl,spawnle,spawnlp,spawnlpe,spawnv,spawnve,spawnvp,spawnvpe}'],
      args: [2, 3, 4],
      when: ({ args }) => shell.test(String(args[1]?.constant ?? '')),
    },
  ],
  positives: [
    flask('    os.execl("/bin/bash", "/bin/bash", "-c", request.args["c"])  # HERE', 'import os'),
    flask('    loop.subprocess_exec(Protocol, ["bash", "-c", request.args["c"]])  # HERE'),
    'import os\nclass Import(graphene.Mutation):\n    def mutate(self, info, host, port=443):\n        os.popen(f"curl {host}:{port}")  # HERE\n',
    'import os\nfrom flask import request\n\ndef ping():\n    host = request.args.get("host")\n    os.system("ping -c 1 " + host)  # HERE\n',
    'import subprocess\nfrom flask import request\ndef run():\n    subprocess.run(f"ls {request.form[\'d\']}", shell=True)  # HERE\n',
    flask(
      '    args = []\n    if os.name == "nt":\n        args.append("cmd.exe")\n        args.append("/c")\n    else:\n        args.append("sh")\n        args.append("-c")\n    args.append("echo " + request.args["x"])\n    subprocess.run(args)  # HERE',
      'import os, subprocess',
    ),
    flask('    subprocess.Popen(["bash", "-c", "ls %s" % request.values["d"]])  # HERE', 'import subprocess'),
    'import subprocess\ndef run(cmd):\n    return subprocess.check_output(cmd, shell=True)  # HERE\n\n@app.route("/<host>")\ndef ping(host):\n    return run("ping " + host)\n',
    'from tornado.web import RequestHandler\nimport os\nclass H(RequestHandler):\n    def get(self):\n        os.popen("dig " + self.get_argument("d"))  # HERE\n',
  ],
  negatives: [
    'import os\nos.system("ls -l")\n',
    'import subprocess\nfrom flask import request\ndef run():\n    subprocess.run(["ls", request.args["d"]])\n',
    'import os, shlex\nfrom flask import request\ndef run():\n    os.system("ls " + shlex.quote(request.args["d"]))\n',
    'import subprocess\nsubprocess.run("ls -l | wc", shell=True)\n',
    flask('    port = int(request.args["p"])\n    os.system(f"nc -l {port}")', 'import os'),
    flask(
      '    commands = {"up": "uptime", "df": "df -h"}\n    os.system(commands[request.args["c"]])',
      'import os',
    ),
  ],
};

export const pyCommandInjectionLocal = fromCommandLine(pyCommandInjection, {
  title: 'Command built from an argument of the program',
  positives: [
    'import os, sys\nos.system("ping " + sys.argv[1])  # HERE\n',
    'import subprocess\nname = input("file: ")\nsubprocess.call("cat " + name, shell=True)  # HERE\n',
    'import sys, fabric.api\nfabric.api.run("ls " + sys.argv[1])  # HERE\n',
    'import sys\nclient.exec_command("ls " + sys.argv[1])  # HERE\n',
    'import sys, gevent.subprocess\ngevent.subprocess.run("ls " + sys.argv[1], shell=True)  # HERE\n',
    'import sys, os\nos.spawnl(os.P_WAIT, "/bin/" + sys.argv[1])  # HERE\n',
    'import sys, asyncio\nasyncio.create_subprocess_exec("bash", "-c", "ls " + sys.argv[1])  # HERE\n',
    'import sys\nloop.subprocess_shell(Protocol, "ls " + sys.argv[1])  # HERE\n',
    'import sys\nloop.subprocess_exec(Protocol, ["bash", "-c", "ls " + sys.argv[1]])  # HERE\n',
    'import sys, os\nos.execl("/bin/bash", "bash", "-c", "ls " + sys.argv[1])  # HERE\n',
    'import sys, os\nos.spawnl(os.P_WAIT, "/bin/bash", "bash", "-c", "ls " + sys.argv[1])  # HERE\n',
    'import sys, os\nos.popen(cmd="ls " + sys.argv[1])  # HERE\n',
    'import sys, os\nos.popen(command="ls " + sys.argv[1])  # HERE\n',
  ],
  negatives: [
    'import subprocess, sys\nsubprocess.run(["cat", sys.argv[1]])\n',
    flask('    os.system("ping " + request.args["h"])', 'import os'),
  ],
});

export const pyCommandFromParameter: Rule = {
  ...pyCommandInjection,
  id: 'py-command-from-parameter',
  severity: 'low',
  confidence: 'low',
  title: 'Command built from a parameter',
  message:
    'A function builds a shell command from its argument: wherever it is called with untrusted input, that input can add commands.',
  labels: ['parameter'],
  // Many functions are meant to run a given command; only text added to a command counts.
  sinks: pyCommandInjection.sinks!.filter(({ when }) => when !== runsText),
  supersededBy: ['py-command-injection', 'py-command-injection-local'],
  positives: [
    'import os\ndef clean(path):\n    os.system("rm -rf " + path)  # HERE\n',
    'import subprocess\ndef run(command):\n    subprocess.run(command, shell=True)  # HERE\n',
    'import fabric.api\ndef run(name):\n    fabric.api.run("ls " + name)  # HERE\n',
    'def run(name):\n    client.exec_command("ls " + name)  # HERE\n',
    'import gevent.subprocess\ndef run(name):\n    gevent.subprocess.run("ls " + name, shell=True)  # HERE\n',
    'import os\ndef run(name):\n    os.spawnl(os.P_WAIT, "/bin/" + name)  # HERE\n',
    'import asyncio\ndef run(name):\n    asyncio.create_subprocess_exec("bash", "-c", "ls " + name)  # HERE\n',
    'def run(name):\n    loop.subprocess_shell(Protocol, "ls " + name)  # HERE\n',
    'def run(name):\n    loop.subprocess_exec(Protocol, ["bash", "-c", "ls " + name])  # HERE\n',
    'import os\ndef run(name):\n    os.execl("/bin/bash", "bash", "-c", "ls " + name)  # HERE\n',
    'import os\ndef run(name):\n    os.spawnl(os.P_WAIT, "/bin/bash", "bash", "-c", "ls " + name)  # HERE\n',
    'import os\ndef run(name):\n    os.popen(cmd="ls " + name)  # HERE\n',
    'import os\ndef run(name):\n    os.popen(command="ls " + name)  # HERE\n',
  ],
  negatives: [
    'import subprocess\ndef show(path):\n    subprocess.run(["cat", path])\n',
    'import asyncio\ndef show(path):\n    asyncio.create_subprocess_exec("cat", path)\n',
    'def show(path):\n    loop.subprocess_exec(Protocol, ["cat", path])\n',
    'import os\ndef show(path):\n    os.execl("/bin/cat", "cat", path)\n    os.spawnl(os.P_WAIT, "/bin/cat", "cat", path)\n',
    'import os, shlex\ndef clean(path):\n    os.system("rm -rf " + shlex.quote(path))\n',
    'import os\ndef ping(count: int):\n    os.system(f"ping -c {count} example.com")\n',
    flask('    os.system("ls " + request.args["d"])', 'import os'),
  ],
};
