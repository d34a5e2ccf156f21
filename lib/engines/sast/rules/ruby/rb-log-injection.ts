import type { Rule } from '@scangate/engines/sast/rule';
import { action } from './samples.ts';

export const rbLogInjection: Rule = {
  id: 'rb-log-injection',
  cwe: 'CWE-117',
  severity: 'low',
  title: 'Untrusted input in a log',
  message: 'Line breaks in untrusted input forge entries of the log.',
  help: 'Write value.inspect, or remove line breaks.',
  category: 'log',
  sinks: [
    {
      call: [
        '{logger(),Rails.logger,Rails.logger(),*.logger(),*.logger}.{debug,info,warn,error,fatal,unknown}',
      ],
    },
  ],
  positives: [
    action('logger.info("Login of #{params[:user]}") # HERE'),
    action('Rails.logger.warn "Search " + params[:q] # HERE'),
  ],
  negatives: [action('logger.info("Login of #{params[:user].inspect}")\nlogger.info("Login")')],
};
