import type { Rule } from '@scangate/engines/sast/rule';
import { action } from './samples.ts';

export const rbHeaderInjection: Rule = {
  id: 'rb-header-injection',
  cwe: 'CWE-113',
  severity: 'low',
  title: 'Untrusted input in a header',
  message: 'Untrusted input becomes a response header, where a line break may add others.',
  help: 'Encode the value (ERB::Util.url_encode), or accept only letters and digits.',
  category: 'header',
  sinks: [
    { write: ['{response().headers(),headers(),response.headers}.*', '{response().headers(),headers()}.[]'] },
    { call: ['response().set_header'], args: [0, 1] },
  ],
  positives: [
    action('response.headers["X-Name"] = params[:name] # HERE'),
    action('headers["X-Name"] = "a #{params[:name]}" # HERE'),
  ],
  negatives: [
    action(
      'response.headers["X-Name"] = ERB::Util.url_encode(params[:name])\nheaders["X-Count"] = params[:n].to_i',
    ),
  ],
};
