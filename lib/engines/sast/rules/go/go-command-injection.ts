import type { Rule } from '@scangate/engines/sast/rule';
import { mayBeShell } from './conditions.ts';
import { handler } from './samples.ts';

export const goCommandInjection: Rule = {
  id: 'go-command-injection',
  cwe: 'CWE-78',
  severity: 'critical',
  title: 'Command built from untrusted input',
  message: 'Untrusted input decides which program runs or becomes part of a shell command.',
  help: 'Run a fixed program and check its arguments against a list of allowed ones; do not go through a shell.',
  category: 'command',
  sinks: [
    { call: ['os/exec.Command', 'syscall.{Exec,ForkExec}', 'os.StartProcess'], args: [0] },
    { call: ['os/exec.CommandContext'], args: [1] },
    {
      call: ['os/exec.Command'],
      args: 'all',
      when: ({ args }) => mayBeShell(args[0]) && args[0]?.taints.length === 0,
    },
    {
      call: ['os/exec.CommandContext'],
      args: 'all',
      when: ({ args }) => mayBeShell(args[1]) && args[1]?.taints.length === 0,
    },
    { call: ['syscall.{Exec,ForkExec}', 'os.StartProcess'], args: [1, 2] },
    { write: ['os/exec.Cmd.{Args,Path}'] },
  ],
  positives: [
    handler(
      'os/exec',
      `\thost := r.URL.Query().Get("host")
\texec.Command("sh", "-c", "ping "+host).Run() // HERE`,
    ),
    handler('os/exec', '\texec.CommandContext(r.Context(), r.FormValue("tool"), "-v").Run() // HERE'),
  ],
  negatives: [
    handler(
      'os/exec',
      `\texec.Command("sh", "-c", "ls").Run()
\texec.Command("ping", r.FormValue("host")).Run()`,
    ),
  ],
};
