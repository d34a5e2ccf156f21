import type { Rule } from '@scangate/engines/sast/rule';

export const rbCsrfDisabled: Rule = {
  id: 'rb-csrf-disabled',
  cwe: 'CWE-352',
  severity: 'medium',
  confidence: 'low',
  title: 'Protection against forged requests is off',
  message: 'Another site can have the browsers of users send requests that change data here.',
  help: 'Leave the protection on, and exempt only actions that check a signature or token of their own.',
  calls: [
    {
      call: ['{skip_before_action,skip_before_filter}'],
      when: ({ args, named }) =>
        args.some(({ constant }) => constant === 'verify_authenticity_token') &&
        !named.has('only') &&
        !named.has('if'),
    },
    { call: ['skip_forgery_protection'], when: ({ named }) => !named.has('only') && !named.has('if') },
    { call: ['disable'], when: ({ args: [what] }) => what?.constant === 'protection' },
    {
      call: ['set'],
      when: ({ args: [what, value] }) => what?.constant === 'protection' && value?.constant === false,
    },
  ],
  positives: [
    'class A < ApplicationController\n  skip_before_action :verify_authenticity_token # HERE\nend\n',
    'class A < ApplicationController\n  skip_forgery_protection # HERE\nend\n',
    'disable :protection # HERE\n',
  ],
  negatives: [
    'class A < ApplicationController\n  protect_from_forgery with: :exception\n  skip_before_action :authenticate\n  skip_before_action :verify_authenticity_token, only: [:webhook]\nend\n',
  ],
};
