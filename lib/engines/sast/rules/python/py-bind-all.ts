import type { Rule } from '@scangate/engines/sast/rule';

const isAll = (constant: unknown): boolean => constant === '0.0.0.0' || constant === '::';

export const pyBindAll: Rule = {
  id: 'py-bind-all',
  cwe: 'CWE-605',
  severity: 'low',
  title: 'Listens on every network interface',
  message: 'The server listens on all interfaces, including those that should not have access to it.',
  help: 'Listen on 127.0.0.1, or on the address that is intended.',
  entries: [
    {
      key: ['host'],
      when: ({ constant }, { callee }) =>
        isAll(constant) &&
        callee.some((name) =>
          /(?:^|\.)(?:run|run_simple|serve|run_app|create_server|start_server|run_server)$/.test(name),
        ),
    },
  ],
  calls: [
    {
      call: ['flask.Flask.run', 'flask.Flask().run', 'app.run'],
      when: ({ args: [host] }) => isAll(host?.constant),
    },
    {
      call: ['*.bind'],
      when: ({ args: [address] }) =>
        isAll(address?.fields?.get('0')?.constant) || address?.fields?.get('0')?.constant === '',
    },
  ],
  positives: [
    'app.run(host="0.0.0.0")  # HERE\n',
    'import socket\ns = socket.socket()\ns.bind(("0.0.0.0", 80))  # HERE\n',
  ],
  negatives: [
    'app.run(host="127.0.0.1")\n',
    'import socket\ns = socket.socket()\ns.bind(("127.0.0.1", 80))\n',
  ],
};
