import type { Rule } from '@scangate/engines/sast/rule';

export const rbLineAnchor: Rule = {
  id: 'rb-line-anchor',
  cwe: 'CWE-777',
  severity: 'low',
  title: 'Pattern only checks one line',
  message: 'In Ruby ^ and $ match at every line: a multi-line value passes if one of its lines does.',
  help: 'Use \\A and \\z.',
  entries: [
    {
      key: ['with', 'format'],
      when: ({ regex }, { callee }) =>
        regex !== undefined && /^\^|\$$/.test(regex.source) && callee.some((name) => /validates/.test(name)),
    },
  ],
  positives: [
    'class User < ApplicationRecord\n  validates_format_of :name, with: /^[a-z]+$/ # HERE\nend\n',
    'class User < ApplicationRecord\n  validates :name, format: { with: /^\\d+$/ } # HERE\nend\n',
    'class User < ApplicationRecord\n  validates_format_of :name, with: /\\A[a-z]+$/ # HERE\nend\n',
  ],
  negatives: [
    'class User < ApplicationRecord\n  validates :name, format: { with: /\\A[a-z]+\\z/ }\nend\n',
    'class User < ApplicationRecord\n  validates_format_of :name, with: /[a-z]+/\nend\n',
    'gsub(with: /^a$/)\n',
  ],
};

export const rbPartialPattern: Rule = {
  id: 'rb-partial-pattern',
  cwe: 'CWE-185',
  severity: 'low',
  confidence: 'low',
  title: 'Pattern only checks part of the value',
  message: 'A pattern without anchors accepts every value that contains a match.',
  help: 'Use \\A and \\z around the pattern.',
  supersededBy: ['rb-line-anchor'],
  entries: [
    {
      key: ['with', 'format'],
      when: ({ regex }, { callee }) =>
        regex !== undefined &&
        !(regex.source.startsWith('\\A') && /\\[zZ]$/.test(regex.source)) &&
        callee.some((name) => /validates/.test(name)),
    },
  ],
  positives: [
    'class User < ApplicationRecord\n  validates :phone, format: /\\d{3}-\\d{4}/ # HERE\nend\n',
    'class User < ApplicationRecord\n  validates_format_of :name, with: /[a-z]\\z/ # HERE\nend\n',
  ],
  negatives: [
    'class User < ApplicationRecord\n  validates :name, format: { with: /\\A[a-z]+\\z/ }\nend\n',
    'class User < ApplicationRecord\n  validates :name, format: { without: /\\s/ }\nend\n',
  ],
};
