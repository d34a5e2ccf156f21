import type { Rule } from '@scangate/engines/sast/rule';
import { action } from './samples.ts';

export const rbRegexInjection: Rule = {
  id: 'rb-regex-injection',
  cwe: 'CWE-1333',
  severity: 'medium',
  title: 'Regular expression from untrusted input',
  message: 'Untrusted input becomes part of a pattern: it can match anything, or take very long.',
  help: 'Quote it with Regexp.escape.',
  category: 'regex',
  sinks: [{ call: ['Regexp', 'Regexp.compile'] }],
  positives: [
    action('users.select { |u| u =~ /#{params[:q]}/ } # HERE'),
    action('Regexp.new(params[:q]) # HERE'),
  ],
  negatives: [action('users.grep(/#{Regexp.escape(params[:q])}/)\nparams[:q] =~ /a/')],
};
