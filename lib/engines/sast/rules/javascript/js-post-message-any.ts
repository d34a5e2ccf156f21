import type { Rule } from '@scangate/engines/sast/rule';

export const jsPostMessageAny: Rule = {
  id: 'js-post-message-any',
  cwe: 'CWE-346',
  severity: 'low',
  title: 'Message to any origin',
  message: 'With "*" the message also reaches a page that has replaced the intended one.',
  help: 'Name the intended origin.',
  calls: [{ call: ['*.postMessage'], when: ({ args }) => args[1]?.constant === '*' }],
  positives: ["window.parent.postMessage({ token }, '*'); // HERE\n"],
  negatives: [
    "window.parent.postMessage({ token }, 'https://app.example.com');\n",
    'worker.postMessage(data);\n',
  ],
};
