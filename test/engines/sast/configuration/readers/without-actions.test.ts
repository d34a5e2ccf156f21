import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { withoutActions } from '@scangate/engines/sast/configuration/readers/without-actions';

test('an inline value becomes one that is only known at run time, at the same place', () => {
  expect(withoutActions('a: "{{ .Values.b }}:{{ .c }}" # {{ d }}\n').text).toBe(
    `a: "$${'x'.repeat(14)}:$${'x'.repeat(7)}" # $${'x'.repeat(6)}\n`,
  );
});

test('lines of actions are emptied, and line numbers stay the same', () => {
  const chart = '{{- /* a {{ b }}\n c */ -}}\n{{ if d }}\ne: f\n  {{- toYaml .g | nindent 2 }}\n{{ end }}\n';
  expect(withoutActions(chart).text).toBe('\n\n\ne: f\n\n\n');
  expect(withoutActions('a: {{- toYaml .b | nindent 2 }}\n').text.trim()).toBe('a:');
});

test('a part of an object within a condition is marked as conditional, a whole object within one is not', () => {
  const chart =
    '{{ if a }}\nkind: b\n{{ if c }}\nx: e\n{{ end }}\nf: g\n---\n{{ with h }}\ni: j\n{{ end }}\n{{ end }}\n';
  const { text, isConditional } = withoutActions(chart);
  expect(['kind', 'x:', 'f:', 'i:'].map((key) => isConditional(text.indexOf(key)))).toEqual([
    false,
    true,
    false,
    false,
  ]);
});

test('any text keeps its lines', () => {
  const piece = fc.constantFrom(
    '{{',
    '}}',
    '{{ if a }}',
    '{{ end }}',
    '/*',
    '*/',
    '\n',
    '\n---\n',
    'a: ',
    ' ',
  );
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 60 }), (pieces) => {
      const text = pieces.join('');
      expect(withoutActions(text).text.split('\n')).toHaveLength(text.split('\n').length);
    }),
  );
});
