import { expect, test } from 'vitest';
import { foundIn, scanCode, unitOf, weaknessesIn } from '../scan-code.ts';

const view = (body: string): string => `from flask import request\n\n@app.route("/x")\ndef view():\n${body}`;

test('objects that contain each other are analyzed in time', () => {
  const text = `class Player:
    def __init__(self, server, name):
        self.server = server
        self.name = name

class Server:
    def __init__(self, names):
        self.players = []
        for name in names:
            if name:
                self.players.append(Player(self, name))
            else:
                self.first = Player(self, name)

eval(input())
`;
  const { coverage } = scanCode(unitOf({ 'app.py': text }));
  expect(coverage).toMatchObject({ status: 'assessed', gaps: [] });
  expect(foundIn(text, 'app.py')).toEqual(['py-code-injection-local:15']);
});

test.each([
  [
    'a format with escapes before its placeholders',
    String.raw`    return "it\'s %s" % request.args["a"]`,
    true,
  ],
  ['a placeholder for a number', '    return "it is %d" % request.args["a"]', false],
  ['named placeholders', '    return "{b} {a}".format(a=1, b=request.args["a"])', true],
  ['a placeholder that is filled by another value', '    return "{0}".format(1, request.args["a"])', false],
  ['a slice', '    return ("x" + request.args["a"] + "y")[1:-1]', true],
  ['a walrus', '    if (name := request.args["a"]):\n        return "<p>" + name', true],
  ['a destructured tuple', '    a, b = request.args["a"], "b"\n    return "<p>" + b', false],
  [
    'an item that was removed',
    '    all = ["a", request.args["a"]]\n    all.pop()\n    return "<p>" + all[0]',
    false,
  ],
  ['a comprehension', '    return "".join([f"<p>{name}" for name in request.args.getlist("a")])', true],
  [
    'a match',
    '    match "b":\n        case "a" | "c":\n            text = request.args["a"]\n        case _:\n            text = "b"\n    return "<p>" + text',
    false,
  ],
  [
    'a context',
    '    with open("a") as file:\n        text = file.read()\n    return "<p>" + text + request.args["a"]',
    true,
  ],
] as const)('%s is read as in Python', (_, body, found) => {
  const rules = weaknessesIn({ 'app/views.py': view(`${body}\n`) }).map(({ rule }) => rule);
  expect(rules.includes('py-xss')).toBe(found);
});

test('truncated or invalid Python does not affect other files', () => {
  const whole = view('    eval(request.args["e"])\n');
  for (let end = 0; end < whole.length; end += 7)
    expect(() => foundIn(whole.slice(0, end), 'app.py')).not.toThrow();
  const { findings } = scanCode(
    unitOf({ 'a.py': 'f"{'.repeat(300), 'b.py': '((((def class %%% {{{', 'c.py': whole }),
  );
  expect(findings).toHaveLength(1);
});
