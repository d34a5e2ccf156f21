import type { Rule } from '@scangate/engines/sast/rule';
import { method } from './samples.ts';

export const csUncheckedSpan: Rule = {
  id: 'cs-unchecked-span',
  cwe: 'CWE-125',
  severity: 'low',
  confidence: 'low',
  title: 'Span with an unchecked length',
  message: 'The length of the span is not checked: a wrong one reads and writes memory of other objects.',
  help: 'Create the span from an array or a fixed buffer, whose length is known.',
  calls: [{ call: ['MemoryMarshal.{CreateSpan,CreateReadOnlySpan}'] }],
  positives: [
    method(
      '        var span = MemoryMarshal.CreateSpan(ref first, count); // HERE',
      'ref byte first, int count',
    ),
  ],
  negatives: [method('        var span = new Span<byte>(bytes, 0, 4);', 'byte[] bytes')],
};
