import type { Rule } from '@scangate/engines/sast/rule';
import { flask } from './samples.ts';

export const pyTrustBoundary: Rule = {
  id: 'py-trust-boundary',
  cwe: 'CWE-501',
  severity: 'low',
  title: 'Untrusted input stored with trusted data',
  message: 'Untrusted input is stored in the session unchecked; later code may treat it as checked.',
  help: 'Validate it before storing it, or keep it separate from data that the server created.',
  category: 'trust',
  sinks: [{ write: ['{session,*.session,flask.session}.*', 'session.*', '*.session.*'] }],
  positives: [
    flask('    session["role"] = request.form["role"]  # HERE', 'from flask import session'),
    flask('    flask.session[request.args["k"]] = "1"  # HERE', 'import flask'),
  ],
  negatives: [
    flask('    session["page"] = int(request.form["page"])', 'from flask import session'),
    flask('    session["user"] = user.id', 'from flask import session'),
  ],
};
