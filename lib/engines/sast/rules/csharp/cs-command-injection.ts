import type { Rule } from '@scangate/engines/sast/rule';
import { fromParameter } from '../from-parameter.ts';
import { mayBeShell } from './conditions.ts';
import { action, method } from './samples.ts';

export const csCommandInjection: Rule = {
  id: 'cs-command-injection',
  cwe: 'CWE-78',
  severity: 'critical',
  title: 'Command built from untrusted input',
  message: 'Untrusted input decides which program runs, or becomes part of its command line.',
  help: 'Start a fixed program, pass each value with ArgumentList.Add, and check it against an allow list.',
  category: 'command',
  sinks: [
    // The start information of a process is reported where it is filled.
    {
      call: ['Process.Start', 'ProcessStartInfo'],
      args: [0, 1],
      unless: ({ type }) => type === 'ProcessStartInfo',
    },
    {
      write: [
        'ProcessStartInfo.{FileName,Arguments}',
        '*.StartInfo.{FileName,Arguments}',
        'startInfo.{FileName,Arguments}',
      ],
    },
    {
      call: ['*.ArgumentList.Add'],
      when: ({ within, at }) =>
        /"(?:[^"]*[\\/])?(?:(?:ba|z)?sh|cmd(?:\.exe)?|powershell(?:\.exe)?|pwsh)"/.test(
          (within?.at ?? at).text,
        ),
    },
    { call: ['Cli.Wrap'], when: ({ args: [program] }) => mayBeShell(program) },
  ],
  positives: [
    action('        Process.Start("cmd.exe", "/c ping " + q); // HERE'),
    action('        Process.Start(q); // HERE'),
    action(
      '        var info = new ProcessStartInfo { FileName = "/bin/bash", Arguments = $"-c \\"convert {q}\\"" }; // HERE',
    ),
    action(`        var process = new Process();
        process.StartInfo.FileName = "git";
        process.StartInfo.Arguments = "clone " + q; // HERE`),
    action(`        var info = new ProcessStartInfo("bash");
        info.ArgumentList.Add("-c");
        info.ArgumentList.Add("ls " + q); // HERE`),
  ],
  negatives: [
    action('        Process.Start("git", "status");'),
    action(
      '        var info = new ProcessStartInfo("git");\n        info.ArgumentList.Add("log");\n        info.ArgumentList.Add(q);\n        Process.Start(info);',
    ),
    action('        Process.Start("kill", "-9 " + id);', 'int id'),
  ],
};

export const csCommandFromParameter = fromParameter(csCommandInjection, {
  id: 'cs-command-from-parameter',
  title: 'Parameter put into a command as text',
  does: 'puts its argument into a command line as text',
  words: ['Process', 'ProcessStartInfo', 'StartInfo'],
  positives: [method('        Process.Start("sh", "-c " + name); // HERE', 'string name')],
  negatives: [
    method('        Process.Start("sh", "-c ls");', 'string name'),
    method('        Process.Start("kill", $"-9 {id}");', 'int id'),
  ],
});
