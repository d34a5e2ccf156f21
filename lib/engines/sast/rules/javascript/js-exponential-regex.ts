import type { Rule } from '@scangate/engines/sast/rule';
import type { Value } from '@scangate/engines/sast/taint/value';
import { exponentialText, isExponential } from '../exponential-regex.ts';

const isSlow = (value: Value | undefined): boolean => {
  const source = value?.regex?.source ?? value?.constant;
  return typeof source === 'string' && isExponential(source);
};

export const jsExponentialRegex: Rule = {
  ...exponentialText,
  id: 'js-exponential-regex',
  calls: [
    { call: ['RegExp'], when: ({ args: [source] }) => isSlow(source) },
    {
      call: ['*.{test,exec}'],
      when: ({ receiver }) => receiver?.regex !== undefined && isSlow(receiver),
    },
    {
      call: ['*.{match,matchAll,replace,replaceAll,search,split}'],
      when: ({ args: [pattern] }) => pattern?.regex !== undefined && isSlow(pattern),
    },
  ],
  positives: [
    'const name = new RegExp("^([a-z]+)+$", "i"); // HERE\n',
    'const isName = (text) => /^(\\w+)+$/.test(text); // HERE\n',
  ],
  negatives: [
    'const name = new RegExp("^[a-z]+$");\n',
    'const isName = (text) => /^(\\w+-)+$/.test(text);\n',
    'const isName = (text) => /^(?:\\d+,)*\\d+$/.test(text);\n',
  ],
};
