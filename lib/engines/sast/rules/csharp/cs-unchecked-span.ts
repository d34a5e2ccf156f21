import type { Rule } from '@scangate/engines/sast/rule';
import { method } from './samples.ts';

export const csUncheckedSpan: Rule = {
  id: 'cs-unchecked-span',
  cwe: 'CWE-125',
  severity: 'low',
  confidence: 'low',
  title: 'Span whose length nobody checks',
  message:
    'The length of the span is taken as it is given: a wrong one reads and writes memory of other objects.',
  help: 'Make the span of an array or of a fixed buffer, whose length is known.',
  calls: [{ call: ['MemoryMarshal.{CreateSpan,CreateReadOnlySpan}'] }],
  positives: [
    method(
      '        var span = MemoryMarshal.CreateSpan(ref first, count); // HERE',
      'ref byte first, int count',
    ),
  ],
  negatives: [method('        var span = new Span<byte>(bytes, 0, 4);', 'byte[] bytes')],
};
