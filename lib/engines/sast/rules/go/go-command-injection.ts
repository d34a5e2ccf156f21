import type { Rule } from '@scangate/engines/sast/rule';
import type { Value } from '@scangate/engines/sast/taint/value';
import { fromParameter } from '../from-parameter.ts';
import { mayBeShell } from './conditions.ts';
import { handler, program } from './samples.ts';

/** The program itself is reported by another part of the rule. */
const isFromUser = (value: Value | undefined): boolean =>
  value?.taints.some(({ origin }) => origin.label === 'user') === true;

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
      when: ({ args }) => mayBeShell(args[0]) && !isFromUser(args[0]),
    },
    {
      call: ['os/exec.CommandContext'],
      args: 'all',
      when: ({ args }) => mayBeShell(args[1]) && !isFromUser(args[1]),
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

export const goCommandFromParameter = fromParameter(goCommandInjection, {
  id: 'go-command-from-parameter',
  severity: 'low',
  title: 'Command built from a parameter',
  does: 'runs a program that its argument names or adds to',
  words: ['exec', 'StartProcess', 'ForkExec', 'Exec'],
  positives: [
    program('os/exec', '\texec.Command("bash", "-c", text).Run() // HERE', 'text string'),
    program('os/exec', '\texec.Command(name, "-v").Run() // HERE', 'name string'),
  ],
  negatives: [
    program('os/exec', '\texec.Command("ping", host).Run()', 'host string'),
    program('os/exec', '\texec.Command("bash", "-c", "ls").Run()', 'text string'),
    handler('os/exec', '\texec.Command("bash", "-c", r.FormValue("a")).Run()'),
  ],
});
