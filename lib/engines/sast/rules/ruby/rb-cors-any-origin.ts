import type { Rule } from '@scangate/engines/sast/rule';
import { action } from './samples.ts';

export const rbCorsAnyOrigin: Rule = {
  id: 'rb-cors-any-origin',
  cwe: 'CWE-942',
  severity: 'medium',
  title: 'Any site can read the responses',
  message:
    "Scripts of any site can read the responses, with the visitor's cookies if credentials are allowed.",
  help: 'Only allow origins from a list.',
  category: 'trust',
  calls: [{ call: ['origins'], when: ({ args: [origin] }) => origin?.constant === '*' }],
  writes: [{ write: ['*.Access-Control-Allow-Origin'], when: ({ constant }) => constant === '*' }],
  sinks: [{ write: ['*.Access-Control-Allow-Origin'] }],
  positives: [
    'use Rack::Cors do\n  allow do\n    origins "*" # HERE\n    resource "*"\n  end\nend\n',
    action('headers["Access-Control-Allow-Origin"] = "*" # HERE'),
    action('response.headers["Access-Control-Allow-Origin"] = request.headers["Origin"] # HERE'),
  ],
  negatives: [
    'use Rack::Cors do\n  allow do\n    origins "https://example.com"\n  end\nend\n',
    action('headers["Access-Control-Allow-Origin"] = "https://example.com"'),
  ],
};
