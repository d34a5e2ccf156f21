import type { Rule } from '../../rule.ts';

export const pyCommandInjection: Rule = {
  id: 'py-command-injection',
  cwe: 'CWE-78',
  severity: 'critical',
  title: 'Command built from outside text',
  message:
    'Text from outside becomes part of a shell command, so that whoever sends it can run commands of their own.',
  help: 'Pass the program and its arguments as a list without a shell, and check the arguments against a list of allowed ones.',
  category: 'command',
  sinks: [
    {
      call: [
        'os.{system,popen}',
        'subprocess.{getoutput,getstatusoutput}',
        'commands.{getoutput,getstatusoutput}',
      ],
    },
    {
      call: ['subprocess.{run,call,check_call,check_output,Popen}', 'asyncio.create_subprocess_shell'],
      when: ({ named, names }) =>
        named.get('shell')?.constant === true || names[0]?.endsWith('_shell') === true,
    },
  ],
  positives: [
    'import os\nfrom flask import request\n\ndef ping():\n    host = request.args.get("host")\n    os.system("ping -c 1 " + host)  # HERE\n',
    'import subprocess\nfrom flask import request\ndef run():\n    subprocess.run(f"ls {request.form[\'d\']}", shell=True)  # HERE\n',
  ],
  negatives: [
    'import os\nos.system("ls -l")\n',
    'import subprocess\nfrom flask import request\ndef run():\n    subprocess.run(["ls", request.args["d"]])\n',
    'import os, shlex\nfrom flask import request\ndef run():\n    os.system("ls " + shlex.quote(request.args["d"]))\n',
  ],
};
