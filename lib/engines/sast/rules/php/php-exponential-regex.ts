import type { Rule } from '@scangate/engines/sast/rule';
import { exponentialText, isExponential } from '../exponential-regex.ts';
import { constantText } from './conditions.ts';
import { script } from './samples.ts';

export const phpExponentialRegex: Rule = {
  id: 'php-exponential-regex',
  ...exponentialText,
  calls: [
    {
      call: ['{preg_match,preg_match_all,preg_replace,preg_replace_callback,preg_split}'],
      when: ({ args: [pattern] }) => isExponential(constantText(pattern)),
    },
  ],
  positives: [script('preg_match("/^(\\\\w+)+$/", $name); // HERE')],
  negatives: [script('preg_match("/^(\\\\w+-)+$/", $name);\npreg_match("/^\\\\w+$/", $name);')],
};
