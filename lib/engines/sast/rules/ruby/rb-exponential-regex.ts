import type { Rule } from '@scangate/engines/sast/rule';
import { exponentialText, isExponential } from '../exponential-regex.ts';

export const rbExponentialRegex: Rule = {
  id: 'rb-exponential-regex',
  ...exponentialText,
  calls: [
    {
      call: ['*.{match?,match,scan,gsub,sub,split,gsub!,sub!}'],
      when: ({ args: [pattern], receiver }) =>
        isExponential(pattern?.regex?.source ?? '') || isExponential(receiver?.regex?.source ?? ''),
    },
  ],
  positives: [
    'def ok(name)\n  name =~ /^(\\w+)+$/ # HERE\nend\n',
    'def ok(name)\n  name.match?(/^([a-z]+)*$/) # HERE\nend\n',
  ],
  negatives: ['def ok(name)\n  name =~ /^(\\w+-)+$/\n  name.match?(/^\\w+$/)\nend\n'],
};
