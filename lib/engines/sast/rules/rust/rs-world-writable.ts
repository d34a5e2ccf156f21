import type { Rule } from '@scangate/engines/sast/rule';
import { program } from './samples.ts';

export const rsWorldWritable: Rule = {
  id: 'rs-world-writable',
  cwe: 'CWE-732',
  severity: 'medium',
  title: 'World-writable file',
  message: 'Every user of the machine can change the file.',
  help: 'Use the mode 0o600 or 0o644.',
  calls: [
    {
      call: ['*.{from_mode,mode,set_mode}'],
      when: ({ args: [mode] }) => typeof mode?.constant === 'number' && (mode.constant & 0o002) !== 0,
    },
  ],
  positives: [
    program(
      '    fs::set_permissions("a", Permissions::from_mode(0o777)); // HERE',
      'use std::fs::{self, Permissions};',
    ),
  ],
  negatives: [
    program(
      '    fs::set_permissions("a", Permissions::from_mode(0o644));',
      'use std::fs::{self, Permissions};',
    ),
  ],
};
