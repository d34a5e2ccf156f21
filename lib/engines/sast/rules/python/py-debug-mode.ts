import type { Rule } from '@scangate/engines/sast/rule';

export const pyDebugMode: Rule = {
  id: 'py-debug-mode',
  cwe: 'CWE-489',
  severity: 'medium',
  title: 'Debug mode is on',
  message: 'Debug mode shows internals on every error, and Werkzeug lets visitors run code there.',
  help: 'Enable it for development only, with the environment (flask run --debug).',
  entries: [
    {
      key: ['debug', 'use_debugger', 'use_evalex'],
      when: ({ constant }, { callee }) =>
        constant === true &&
        callee.some((name) =>
          /(?:^|\.)(?:run|run_simple|run_server|Flask|FastAPI|Application|Bottle|Starlette|Sanic)$/.test(
            name,
          ),
        ) &&
        !callee.some((name) => /^(?:asyncio|subprocess|uvicorn)\./.test(name)),
    },
  ],
  writes: [
    {
      write: ['{app,application,*.app}.debug', 'app.config.DEBUG', '*.app.config.DEBUG'],
      when: ({ constant }) => constant === true,
    },
  ],
  positives: [
    'from flask import Flask\napp = Flask(__name__)\nif __name__ == "__main__":\n    app.run(host="127.0.0.1", debug=True)  # HERE\n',
    'from werkzeug.serving import run_simple\nrun_simple("localhost", 80, app, use_debugger=True)  # HERE\n',
  ],
  negatives: [
    'from flask import Flask\napp = Flask(__name__)\napp.run(debug=False)\n',
    'import os\nfrom flask import Flask\nFlask(__name__).run(debug=os.environ.get("DEBUG") == "1")\n',
    'import asyncio\nasyncio.run(main(), debug=True)\n',
  ],
};
