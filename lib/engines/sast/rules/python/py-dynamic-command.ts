import type { Rule } from '@scangate/engines/sast/rule';
import { isFixedValue, unknownValue, type Value } from '@scangate/engines/sast/taint/value';

const isOpen = (command: Value | undefined): boolean =>
  command !== undefined &&
  !isFixedValue(command) &&
  command.fields === undefined &&
  !command.taints.some(({ origin }) => origin.label === 'user');

export const pyDynamicCommand: Rule = {
  id: 'py-dynamic-command',
  cwe: 'CWE-78',
  severity: 'low',
  confidence: 'low',
  title: 'Non-constant command',
  message: 'A shell command is built at run time: anyone who can change part of it can add commands.',
  help: 'Pass the program and its arguments as a list without a shell.',
  supersededBy: ['py-command-injection', 'py-command-injection-local', 'py-command-from-parameter'],
  calls: [
    {
      call: [
        'os.{system,popen,popen2,popen3,popen4}',
        'subprocess.{getoutput,getstatusoutput}',
        '{commands,popen2}.{getoutput,getstatusoutput,popen2,popen3}',
        'asyncio.create_subprocess_shell',
        '*.exec_command',
        '*.BashOperator',
      ],
      when: ({ args, named }) => isOpen(args[0] ?? named.get('bash_command')),
    },
    {
      call: ['{subprocess,subprocess32}.{run,call,check_call,check_output,Popen}'],
      when: ({ args, named }) =>
        named.get('shell')?.constant === true && isOpen(args[0] ?? named.get('args')),
    },
    {
      call: ['os.{execl,execle,execlp,execlpe,execv,execve,execvp,execvpe}'],
      when: ({ args }) => isOpen(args[0]),
    },
    {
      call: ['os.{spawnl,spawnle,spawnlp,spawnlpe,spawnv,spawnve,spawnvp,spawnvpe}'],
      when: ({ args }) => isOpen(args[1] ?? unknownValue),
    },
  ],
  positives: [
    'import os\nos.system(command())  # HERE\n',
    'import subprocess\nsubprocess.run("ls " + folder(), shell=True)  # HERE\n',
    'client.exec_command(read())  # HERE\n',
  ],
  negatives: [
    'import os\nos.system("ls -l")\n',
    'import os\nos.system("clear" if posix else "cls")\n',
    'import subprocess\nsubprocess.run(["ls", folder()])\n',
    'import subprocess\nsubprocess.run(command(), check=True)\n',
  ],
};
