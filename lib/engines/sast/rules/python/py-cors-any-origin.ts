import type { Rule } from '@scangate/engines/sast/rule';
import type { Value } from '@scangate/engines/sast/taint/value';

const isAny = (value: Value | undefined): boolean =>
  value?.constant === '*' || [...(value?.fields?.values() ?? [])].some(({ constant }) => constant === '*');

export const pyCorsAnyOrigin: Rule = {
  id: 'py-cors-any-origin',
  cwe: 'CWE-942',
  severity: 'low',
  title: 'Every site can read the responses',
  message: 'Every origin is allowed: any page that a user opens can read the responses of this server.',
  help: 'List the origins that need access.',
  entries: [
    { key: ['allow_origins', 'origins', 'cors_allowed_origins'], when: isAny },
    { key: ['Access-Control-Allow-Origin'], when: isAny },
  ],
  calls: [
    {
      call: ['flask_cors.{CORS,cross_origin}'],
      when: ({ named }) => !named.has('origins') && !named.has('resources'),
    },
  ],
  writes: [
    { write: ['*.Access-Control-Allow-Origin'], when: isAny },
    { name: /^CORS_(?:ORIGIN_ALLOW_ALL|ALLOW_ALL_ORIGINS)$/, when: ({ constant }) => constant === true },
  ],
  positives: [
    'from fastapi.middleware.cors import CORSMiddleware\napp.add_middleware(CORSMiddleware, allow_origins=["*"], allow_credentials=True)  # HERE\n',
    'from flask_cors import CORS\nCORS(app)  # HERE\n',
    'r.headers["Access-Control-Allow-Origin"] = "*"  # HERE\n',
    'CORS_ORIGIN_ALLOW_ALL = True  # HERE\n',
  ],
  negatives: [
    'from flask_cors import CORS\nCORS(app, origins=["https://example.com"])\n',
    'app.add_middleware(CORSMiddleware, allow_origins=ORIGINS)\n',
  ],
};
