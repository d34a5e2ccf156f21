import type { Rule } from '@scangate/engines/sast/rule';
import { action } from './samples.ts';

export const rbUnsafeReflection: Rule = {
  id: 'rb-unsafe-reflection',
  cwe: 'CWE-470',
  severity: 'high',
  title: 'Untrusted input chooses the class',
  message: 'Untrusted input names a class, so its sender can create objects of any class.',
  help: 'Map the input to a fixed list of classes: TYPES.fetch(params[:type]).',
  category: 'code',
  sinks: [
    { call: ['*.{constantize,safe_constantize}'], args: 'receiver' },
    { call: ['*.{const_get,qualified_const_get}', 'const_get'] },
  ],
  positives: [
    action('klass = params[:type].constantize # HERE'),
    action('Object.const_get(params[:type]).new # HERE'),
    action('params[:type].classify.safe_constantize # HERE'),
  ],
  negatives: [
    action('klass = "User".constantize\nTYPES.fetch(params[:type]).new'),
    action('type = params[:type]\nraise "no" unless TYPES.include?(type)\ntype.constantize'),
  ],
};
