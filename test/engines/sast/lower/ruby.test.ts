import { describe, expect, test } from 'vitest';
import { foundIn, scanCode, unitOf, weaknessesIn } from '../scan-code.ts';

const found = (code: string): string[] => foundIn(`${code}\n`, 'app.rb');

describe('untrusted text is followed through Ruby', () => {
  test.each([
    ['interpolation', 'a = "ls #{params[:d]}"\nsystem(a)', 'rb-command-injection:2'],
    ['a heredoc', 'a = <<~CMD\n  ls #{params[:d]}\nCMD\nsystem(a)', 'rb-command-injection:4'],
    ['an append', 'a = +"ls "\na << params[:d]\nsystem(a)', 'rb-command-injection:3'],
    ['a format', 'system("ls %s" % params[:d])', 'rb-command-injection:1'],
    ['an item of an item', 'a = {}\na[:b] = { c: params[:d] }\nsystem(a[:b][:c])', 'rb-command-injection:3'],
    ['a block', 'params[:d].each do |x|\n  system(x)\nend', 'rb-command-injection:2'],
    ['a yield', 'def with(x)\n  yield x\nend\nwith(params[:d]) { |y| system(y) }', 'rb-command-injection:4'],
    ['a lambda', 'f = ->(x) { system(x) }\nf.call(params[:d])', 'rb-command-injection:1'],
    ['a value of branches', 'a = if b then params[:d] else "x" end\nsystem(a)', 'rb-command-injection:2'],
    ['the result of a method', 'def dir\n  params[:d]\nend\nsystem(dir)', 'rb-command-injection:4'],
    [
      'an instance variable',
      'class A\n  def initialize(d)\n    @d = d\n  end\n  def run\n    system(@d)\n  end\nend\nA.new(params[:d]).run',
      'rb-command-injection:6',
    ],
    ['a global variable', '$d = params[:d]\ndef run\n  system($d)\nend', 'rb-command-injection:3'],
    [
      'a global variable that a method of another class assigns',
      'class A\n  def a\n    $d = params[:d]\n  end\nend\nclass B\n  def b\n    system($d)\n  end\nend',
      'rb-command-injection:8',
    ],
    [
      'a class method',
      'class A\n  def self.run(d)\n    system(d)\n  end\nend\nA.run(params[:d])',
      'rb-command-injection:3',
    ],
  ])('%s', (_, code, place) => {
    expect(found(code)).toContain(place);
  });

  test('a variable or attribute of the same name is not a request parameter', () => {
    expect(found('def run(params)\n  system(params[:d])\nend')).not.toContain('rb-command-injection:2');
    expect(found('class A\n  attr_reader :params\n  def run\n    system(params[:d])\n  end\nend')).toEqual(
      [],
    );
  });

  test('a global variable with several values has none of them for certain', () => {
    const code = (other: string): string =>
      `def a\n  $bits = 1024\nend\ndef b\n  $bits = ${other}\nend\ndef c\n  OpenSSL::PKey::RSA.new($bits)\nend`;
    expect(found(code('1024'))).toEqual(['rb-weak-key-size:8']);
    expect(found(code('4096'))).toEqual([]);
  });

  test('a modifier with an early return guards what follows it', () => {
    expect(
      found('def a\n  return unless DIRS.include?(params[:d])\n  system("ls #{params[:d]}")\nend'),
    ).toEqual([]);
    expect(
      found('def a\n  params[:d] =~ /\\A\\w+\\z/ or raise "no"\n  system("ls #{params[:d]}")\nend'),
    ).toEqual([]);
    expect(found('def a\n  params[:d] =~ /^\\w+$/ or raise "no"\n  system("ls #{params[:d]}")\nend')).toEqual(
      ['rb-command-injection:3'],
    );
  });

  test('a page of ERB is read as Ruby, in its own lines', () => {
    const page =
      '<% items.each do |item| -%>\n  <p><%= raw params[:q] %></p>\n<% end %>\n<%# system(params[:q]) %>\n';
    expect(foundIn(page, 'app/views/a.html.erb')).toContain('rb-xss:2');
    expect(foundIn(page, 'app/views/a.html.erb').filter((place) => place.startsWith('rb-command'))).toEqual(
      [],
    );
  });

  test('a flow into a method of another file is found with its path', () => {
    const [finding] = weaknessesIn({
      'app/controllers/pings_controller.rb':
        'class PingsController < ApplicationController\n  def show\n    PingRunner.run(params[:host])\n  end\nend\n',
      'app/services/ping_runner.rb':
        'class PingRunner\n  def self.run(host)\n    system("ping #{host}")\n  end\nend\n',
    }).filter(({ rule }) => rule === 'rb-command-injection');
    expect(finding).toMatchObject({
      file: 'app/services/ping_runner.rb',
      line: 3,
      flow: [{ file: 'app/controllers/pings_controller.rb', line: 3 }, {}, {}, {}],
    });
  });
});

test('hostile Ruby becomes a gap and hides nothing else', () => {
  const gap = (content: string) => scanCode(unitOf({ 'a.rb': content, 'z.rb': 'system(params[:a])' }));
  for (const content of [
    `system(params[:x]${'.b()'.repeat(5000)})`,
    `x = ${'!'.repeat(20_000)}1; system(params[:x])`,
    `${'if a\n'.repeat(3000)} system(params[:x])\n${'end\n'.repeat(3000)}`,
    `x = ${'['.repeat(100_000)}`,
  ]) {
    const { findings, coverage } = gap(content);
    expect(coverage).toMatchObject({ status: 'partial', gaps: [{ file: 'a.rb' }] });
    expect(findings).toContainEqual(expect.objectContaining({ file: 'z.rb', rule: 'rb-command-injection' }));
  }
  expect(gap(`x = ${"'a' + ".repeat(15_000)}'b'; system(x + params[:x])`).coverage.status).toBe('assessed');
});
