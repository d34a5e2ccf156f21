import type { Rule } from '@scangate/engines/sast/rule';
import { program } from './samples.ts';

export const rsSharedTempDir: Rule = {
  id: 'rs-shared-temp-dir',
  cwe: 'CWE-377',
  severity: 'low',
  confidence: 'low',
  title: 'File in a folder that all users share',
  message:
    'Other users of the machine can place a file or a link with that name there first, which the program then follows.',
  help: 'Use the tempfile crate, whose names cannot be guessed, and which never opens existing files.',
  calls: [{ call: ['{std.env,env}.temp_dir'] }],
  positives: [
    program('    let file = File::create(env::temp_dir().join("report")); // HERE', 'use std::env;'),
  ],
  negatives: [program('    let file = tempfile::tempfile();')],
};

export const rsOwnPath: Rule = {
  id: 'rs-own-path',
  cwe: 'CWE-807',
  severity: 'low',
  confidence: 'low',
  title: 'Trust in the path of the program',
  message:
    'A user can start the program through a link: files next to that path, or the path itself, prove nothing.',
  help: 'Read files from a fixed folder, and do not base permissions on current_exe.',
  calls: [{ call: ['{std.env,env}.current_exe'] }],
  positives: [program('    let folder = env::current_exe(); // HERE', 'use std::env;')],
  negatives: [program('    let folder = Path::new("/usr/lib/app");')],
};
