import { expect, test } from 'vitest';
import { withoutCallbacks, withoutNames } from '@scangate/engines/sast/variable-names';

test.each([
  ["exec('ping ' + host)", "exec('ping ' + address)"],
  ['exec(`ping ${host} ${host}`)', 'exec(`ping ${name} ${name}`)'],
  ['os.system(f"ping {host}")', 'os.system(f"ping {address}")'],
  ['db.query("select " + name, done)', 'connection.query("select " + input, callback)'],
])('renamed variables give the same code: %s', (before, after) => {
  expect(withoutNames(after)).toBe(withoutNames(before));
});

test.each([
  ["exec('ping ' + host)", "exec('rm ' + host)"],
  ["exec('ping ' + host)", "spawn('ping ' + host)"],
  ['run(req.query.id)', 'run(req.query.name)'],
  ['run(a, b)', 'run(a, a)'],
])('other functions, members, strings and orders give different code: %s', (before, after) => {
  expect(withoutNames(after)).not.toBe(withoutNames(before));
});

test.each([
  ['get(url,function(error){stop()})', 'get(url,=>'],
  ['get(url,(error,out)=>{send(out)})', 'get(url,=>'],
  ['get(url,out=>send(out))', 'get(url,=>'],
  ['run(x->y)', 'run(=>'],
  ['get(url)', 'get(url)'],
])('the callbacks of a call are left out: %s', (code, expected) => {
  expect(withoutCallbacks(code)).toBe(expected);
});

test('any text is read to its end', () => {
  for (const text of ['"open', "'", '`${', 'a\\', '=>', ')=>', '$'])
    expect(withoutCallbacks(withoutNames(text))).toBeTypeOf('string');
});
