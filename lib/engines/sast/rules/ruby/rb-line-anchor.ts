import type { Rule } from '@scangate/engines/sast/rule';

export const rbLineAnchor: Rule = {
  id: 'rb-line-anchor',
  cwe: 'CWE-777',
  severity: 'low',
  title: 'Pattern checks one line only',
  message: 'In Ruby ^ and $ match at every line: a value of several lines passes when one of them does.',
  help: 'Use \\A and \\z.',
  entries: [
    {
      key: ['with'],
      when: ({ regex }, { callee }) =>
        regex !== undefined &&
        /^\^[^]*\$$/.test(regex.source) &&
        callee.some((name) => /validates/.test(name)),
    },
  ],
  positives: [
    'class User < ApplicationRecord\n  validates_format_of :name, with: /^[a-z]+$/ # HERE\nend\n',
    'class User < ApplicationRecord\n  validates :name, format: { with: /^\\d+$/ } # HERE\nend\n',
  ],
  negatives: [
    'class User < ApplicationRecord\n  validates :name, format: { with: /\\A[a-z]+\\z/ }\nend\n',
    'gsub(with: /^a$/)\n',
  ],
};
