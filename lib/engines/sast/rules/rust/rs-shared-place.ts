import type { Rule } from '@scangate/engines/sast/rule';
import { program } from './samples.ts';

export const rsSharedTempDir: Rule = {
  id: 'rs-shared-temp-dir',
  cwe: 'CWE-377',
  severity: 'low',
  confidence: 'low',
  title: 'Folder that all users share',
  message:
    'Other users of the machine may have put a file or a link of that name there before, which the program then follows.',
  help: 'Use the crate tempfile, whose names nobody can guess, and which never opens what is there already.',
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
  title: 'Path of the program as the system gives it',
  message:
    'Whoever starts the program can have it start by a link: files beside that path, or the path itself, prove nothing.',
  help: 'Read files from a fixed folder, and do not decide by current_exe what the program may do.',
  calls: [{ call: ['{std.env,env}.current_exe'] }],
  positives: [program('    let folder = env::current_exe(); // HERE', 'use std::env;')],
  negatives: [program('    let folder = Path::new("/usr/lib/app");')],
};
