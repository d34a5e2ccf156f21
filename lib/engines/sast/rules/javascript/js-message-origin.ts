import type { Call, Rule } from '@scangate/engines/sast/rule';

/** Tells whether a listener reads messages without checking their sender. */
const asksNobody = ({ args: [type, listener] }: Call): boolean => {
  const text = listener?.callable?.unit.at.text;
  return (
    type?.constant === 'message' &&
    text !== undefined &&
    text.includes('.data') &&
    !/\.origin\b|[{,]\s?origin\b|\borigin\s?[!=]=|\.source\b|isTrusted|ports\b/.test(text)
  );
};

export const jsMessageOrigin: Rule = {
  id: 'js-message-origin',
  cwe: 'CWE-345',
  severity: 'medium',
  title: 'Messages from any site are accepted',
  message: 'Every page that opens or embeds this one can send it messages: their origin is not checked.',
  help: 'Compare event.origin with the allowed origins before anything else.',
  calls: [
    {
      call: ['window.addEventListener', 'top.addEventListener', 'parent.addEventListener'],
      when: asksNobody,
    },
  ],
  positives: [
    "window.addEventListener('message', (event) => { // HERE\n  show(event.data);\n});\n",
    "const listen = function (event) {\n  show(event.data);\n};\nwindow.addEventListener('message', listen); // HERE\n",
  ],
  negatives: [
    "window.addEventListener('message', (event) => {\n  if (event.origin !== 'https://example.com') return;\n  show(event.data);\n});\n",
    "self.addEventListener('message', (event) => work(event.data));\n",
    "window.addEventListener('message', (event) => {\n  if (event.source !== frame.contentWindow) return;\n  show(event.data);\n});\n",
    "window.addEventListener('load', () => start(page.data));\n",
  ],
};
