import type { Rule } from '@scangate/engines/sast/rule';
import { isTainted, type Value } from '@scangate/engines/sast/taint/value';
import { action } from './samples.ts';

const privileged =
  /^(?:admin|is_admin|role|role_id|roles|superuser|banned|account_id|account_type|permissions)$/;

/** Request parameters as received, under a name that suggests a record rather than a string. */
const isParameter = (value: Value | undefined): boolean =>
  /^params\.(?!id$|\w*_id$|q$|page$|query$|name$|url$|token$)\w+$/.test(value?.path ?? '') &&
  value !== undefined &&
  isTainted(value);

export const rbMassAssignment: Rule = {
  id: 'rb-mass-assignment',
  cwe: 'CWE-915',
  severity: 'medium',
  title: 'Model filled with all request fields',
  message: 'The request can set fields that its form does not show, such as a role.',
  help: 'Permit the expected fields: params.require(:user).permit(:name).',
  calls: [{ call: ['*.permit!'], when: ({ receiver }) => receiver !== undefined && isTainted(receiver) }],
  sinks: [
    { call: ['{insert_all,upsert_all}'] },
    // `create_with` accepts parameters that were not permitted.
    { call: ['*.create_with'], unless: ({ path }) => path?.endsWith('.permit()') === true },
  ],
  entries: [{ key: ['without_protection'], when: ({ constant }) => constant === true }],
  words: ['permit!', 'permit', 'without_protection', 'insert_all', 'upsert_all', 'create_with'],
  positives: [
    action('user.posts.create_with(params[:post]).create # HERE'),
    action('User.create(params.require(:user).permit!) # HERE'),
    action('User.new(attributes, without_protection: true) # HERE'),
  ],
  negatives: [
    action('User.create(params.require(:user).permit(:name))'),
    action('user.posts.create_with(params[:post].permit(:title)).create'),
  ],
};

export const rbPrivilegedField: Rule = {
  id: 'rb-privileged-field',
  cwe: 'CWE-915',
  severity: 'medium',
  confidence: 'low',
  title: 'Request can set a role',
  message: 'The permitted fields include one that grants rights: anyone who can send the form can set it.',
  help: 'Permit it only in an action for administrators.',
  calls: [
    {
      call: ['*.permit'],
      when: ({ args }) => args.some(({ constant }) => privileged.test(String(constant))),
    },
    {
      call: ['attr_accessible'],
      when: ({ args }) => args.some(({ constant }) => privileged.test(String(constant))),
    },
  ],
  positives: [
    action('params.require(:user).permit(:name, :admin) # HERE'),
    'class User < ActiveRecord::Base\n  attr_accessible :name, :role # HERE\nend\n',
  ],
  negatives: [action('params.require(:user).permit(:name, :email)')],
};

export const rbUnpermittedFields: Rule = {
  id: 'rb-unpermitted-fields',
  cwe: 'CWE-915',
  severity: 'medium',
  confidence: 'low',
  title: 'Model created from all parameters',
  message:
    'If the framework does not require permitted fields, the request can set every field of the model, such as a role.',
  help: 'Permit the expected fields: params.require(:user).permit(:name).',
  supersededBy: ['rb-mass-assignment'],
  calls: [
    {
      call: ['*'],
      when: ({ created, args: [fields], at, within }) =>
        created && isParameter(fields) && !(within?.at ?? at).text.includes('attr_accessible'),
    },
    { call: ['*.{create,create!,update_attributes}'], when: ({ args: [fields] }) => isParameter(fields) },
  ],
  words: ['params'],
  positives: [
    action('@user = User.new(params[:user]) # HERE'),
    action('@user.update_attributes(params[:user]) # HERE'),
  ],
  negatives: [
    action('@user = User.new(user_params)\n@user.update(params[:user].permit(:name))'),
    action('@user = User.new(params.require(:user).permit(:name))\n@form = Form.new(params[:id].to_i)'),
  ],
};
