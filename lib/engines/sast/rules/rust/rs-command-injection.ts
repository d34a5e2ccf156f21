import type { Call, Rule } from '@scangate/engines/sast/rule';
import { fromParameter } from '../from-parameter.ts';
import { around } from './conditions.ts';
import { handler, program } from './samples.ts';

const shell =
  /Command::new\(\s*"(?:[\w/\\]{1,40}[/\\])?(?:(?:ba|z|da)?sh|cmd(?:\.exe)?|powershell(?:\.exe)?|pwsh)"/;

const runsShell = (call: Call): boolean => {
  const { text } = call.at;
  return text.includes('Command::new(') ? shell.test(text) : shell.test(around(call));
};

export const rsCommandInjection: Rule = {
  id: 'rs-command-injection',
  cwe: 'CWE-78',
  severity: 'critical',
  title: 'Command built from untrusted input',
  message: 'Untrusted input decides which program runs, or is interpreted by a shell.',
  help: 'Run a fixed program without a shell, and pass untrusted input as a single argument.',
  category: 'command',
  words: ['Command', 'cmd', 'run_cmd', 'Exec'],
  sinks: [
    {
      call: [
        '*.process.Command.new',
        'Command.new',
        '*.async_process.Command.new',
        'subprocess.Exec.{shell,cmd}',
        'Exec.shell',
      ],
    },
    { call: ['*.{arg,args,raw_arg}'], when: runsShell },
  ],
  positives: [
    handler(
      '    Command::new("sh").arg("-c").arg(format!("ping {}", p.host)).output()?; // HERE',
      'use std::process::Command;',
    ),
    handler('    tokio::process::Command::new(&p.program).spawn()?; // HERE'),
    handler(
      '    let mut command = Command::new("/bin/bash");\n    command.args(["-c", &p.script]); // HERE',
      'use std::process::Command;',
    ),
    'use axum::extract::Query;\nuse std::process::Command;\nasync fn handler(Query(p): Query<Params>) -> Result<String, AppError> {\n    let mut command = Command::new("/bin/bash");\n    subprocess.Exec.shell(["-c", &p.script]); // HERE\n    Ok(String::new())\n}\n',
    'use axum::extract::Query;\nuse std::process::Command;\nasync fn handler(Query(p): Query<Params>) -> Result<String, AppError> {\n    let mut command = Command::new("/bin/bash");\n    Exec.shell(["-c", &p.script]); // HERE\n    Ok(String::new())\n}\n',
  ],
  negatives: [
    handler('    Command::new("ping").arg(&p.host).output()?;', 'use std::process::Command;'),
    handler('    Command::new("sh").arg("-c").arg("ls").output()?;', 'use std::process::Command;'),
  ],
};

export const rsCommandFromParameter = fromParameter(rsCommandInjection, {
  id: 'rs-command-from-parameter',
  title: 'Parameter put into a command as text',
  does: 'runs its argument as a program or in a shell',
  positives: [
    program(
      '    Command::new("sh").arg("-c").arg(line).spawn(); // HERE',
      'use std::process::Command;',
      'line: &str',
    ),
    'fn f(q: &str) {\n    Command::new(q); // HERE\n}\n',
    'use std::process::Command;\nfn run(line: &str) {\n    Command::new("sh").a.async_process.Command.new("-c").a.async_process.Command.new(line).spawn(); // HERE\n}\n',
  ],
  negatives: [
    program('    Command::new("git").arg(name).spawn();', 'use std::process::Command;', 'name: &str'),
    program(
      '    Command::new("sh").arg("-c").arg("ls").spawn();',
      'use std::process::Command;',
      'name: &str',
    ),
  ],
});
