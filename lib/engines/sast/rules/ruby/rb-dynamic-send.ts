import type { Rule } from '@scangate/engines/sast/rule';
import { action } from './samples.ts';

export const rbDynamicSend: Rule = {
  id: 'rb-dynamic-send',
  cwe: 'CWE-470',
  severity: 'high',
  title: 'Untrusted input chooses the method',
  message: 'Untrusted input names a method, so its sender can call any of them, including private ones.',
  help: 'Map the input to a fixed list of names, or check it with include?.',
  category: 'code',
  sinks: [
    {
      call: [
        '{send,public_send,__send__}',
        '*.{send,public_send,__send__,try,try!,instance_variable_get,instance_variable_set}',
      ],
      unless: ({ prefix }) => prefix !== undefined && prefix !== '',
    },
    { call: ['*.{method,instance_method}'] },
    { call: ['*.{to_proc}'], args: 'receiver' },
    // `tap(&:name)` calls a fixed method.
    { call: ['*.tap'], when: ({ written: [given] }) => given?.kind === 'call' },
  ],
  positives: [
    action('@user.send(params[:attribute]) # HERE'),
    action('params[:method].to_sym.to_proc.call(Kernel) # HERE'),
    action('user.tap(&params[:method].to_sym) # HERE'),
    action('report.public_send(params[:kind].to_sym, 1) # HERE'),
  ],
  negatives: [
    action('@user.send(:name)\n@user.public_send("show_#{params[:kind]}")'),
    action('return unless %w[a b].include?(params[:kind])\n@user.send(params[:kind])'),
    action('socket.send("hello", 0)\nparams.to_h.tap(&:compact!)\nparams.tap { |all| all.compact! }'),
  ],
};
