import type { Rule } from '@scangate/engines/sast/rule';

export const rbCsrfDisabled: Rule = {
  id: 'rb-csrf-disabled',
  cwe: 'CWE-352',
  severity: 'medium',
  confidence: 'low',
  title: 'CSRF protection is off',
  message: "Another site can make users' browsers send requests that change data here.",
  help: 'Leave the protection on, and exempt only actions that verify a signature or token.',
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

const checksWho = /auth|login|logged|require_(?:user|admin)|signed_in|current_user|permission/i;

export const rbAuthenticationSkipped: Rule = {
  id: 'rb-authentication-skipped',
  cwe: 'CWE-862',
  severity: 'medium',
  confidence: 'low',
  title: 'Authentication only for some actions',
  message: 'Actions that are added later need no login: only the listed ones are protected.',
  help: 'List the actions that need no login with only:, so that all others are protected.',
  calls: [
    {
      call: ['{skip_before_action,skip_before_filter,skip_filter}'],
      when: ({ args, named }) =>
        named.has('except') && args.some(({ constant }) => checksWho.test(String(constant))),
    },
  ],
  positives: [
    'class A < ApplicationController\n  skip_before_action :require_user, except: :destroy # HERE\nend\n',
    'class A < ApplicationController\n  skip_before_filter :authenticate_user!, except: [:a, :b] # HERE\nend\n',
  ],
  negatives: [
    'class A < ApplicationController\n  skip_before_action :require_user, only: :show\n  skip_before_action :set_locale, except: :show\nend\n',
  ],
};

export const rbAnyAction: Rule = {
  id: 'rb-any-action',
  cwe: 'CWE-749',
  severity: 'medium',
  title: 'Route leads to every action',
  message: 'Each public method of each controller can be called, with any HTTP method.',
  help: 'Define specific routes: resources :users, or get "users/:id", to: "users#show".',
  calls: [
    {
      call: ['{match,get}'],
      when: ({ args: [path], named }) =>
        typeof path?.constant === 'string' &&
        path.constant.includes(':controller') &&
        path.constant.includes(':action') &&
        !named.has('action') &&
        !named.has('constraints'),
    },
  ],
  words: ['controller'],
  positives: ["Rails.application.routes.draw do\n  match '/:controller(/:action(/:id))' # HERE\nend\n"],
  negatives: [
    "Rails.application.routes.draw do\n  match '/:controller(/:action(/:id))', action: /[a-z]+/\n  get 'users/:id'\nend\n",
  ],
};
