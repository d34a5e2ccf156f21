import { describe, expect, test } from 'vitest';
import { componentOf, inventoryOf, reasonsOf } from '../inventory-fixtures.ts';

const told = 'Gemfile.lock: taken from a local path and not assessed (1): rack';
const rest = '\nPLATFORMS\n  ruby\n\nDEPENDENCIES\n  rack\n\nBUNDLED WITH\n   2.4.0\n';
const local = 'PATH\n  remote: gems/rack\n  specs:\n    rack (1.6.0)\n';
const registry = '\nGEM\n  remote: https://rubygems.org/\n  specs:\n    web (1.0.0)\n      rack\n';

const filesOf = (gemfile: string, lock: string, more: Record<string, string> = {}) => ({
  Gemfile: `source "https://rubygems.org"\n${gemfile}\n`,
  'Gemfile.lock': lock,
  'gems/rack/rack.gemspec': '',
  ...more,
});

const notesOf = (gemfile: string, lock = local + rest, more: Record<string, string> = {}): string[] =>
  reasonsOf(inventoryOf(filesOf(gemfile, lock, more)).notes).filter((reason) =>
    reason.includes('local path'),
  );

describe('a gem is of a folder that its own options or its block name', () => {
  test.each([
    'gem "rack", path: "gems/rack"',
    'gem "rack", "1.6.0", path: "./gems/rack/"',
    "gem('rack', '~> 1', { :path => 'gems/rack', require: false })",
    'gem "rack", "path": "gems/rack"',
    'gem "rack", "path" => "gems/rack"',
    'gem "rack", path: "#{__dir__}/gems/rack"',
    'gem "rack", path: File.expand_path(File.join("gems", "rack"), __dir__)',
    'options = { path: "gems/rack" }\ngem "rack", options\ngem "web", **options',
    'path "gems/rack" do\n  gem "rack"\nend',
    "path('gems/rack', glob: '*.gemspec') do\n  gem 'rack'\nend",
    'source "https://other.example" do\n  path "gems/rack" do\n    gem "rack"\n  end\nend',
    'group :test do\n  gem "rack", path: "gems/rack"\nend',
    '%w[rack].each do |name|\n  gem name, path: "gems/#{name}"\nend',
    'if ENV["X"]\n  gem "rack", path: "gems/rack"\nend',
    'gemspec path: "gems/rack"',
    'gem "web", path: "gems/rack"',
  ])('%s', (gemfile) => {
    expect(notesOf(gemfile)).toEqual([]);
  });
});

describe('a gem is of no folder that only the text of a Gemfile names', () => {
  test.each([
    'gem "rack", "1.6.0"',
    'gem "rack", "1.6.0", require: path_of("gems/rack")',
    'gem "rack", "1.6.0", require: { path: "gems/rack" }',
    'gem "rack", "1.6.0", require: "path: gems/rack"',
    'gem "rack", "1.6.0", require: ["a", path: "gems/rack"]',
    'gem "rack", "1.6.0" # path: "gems/rack"',
    'gem "rack", "1.6.0", path: nil',
    'gem "rack", "1.6.0", path: "gems/rack", path: nil',
    'gem "rack", "1.6.0", path: ("gems/rack" if false)',
    'gem "rack", "1.6.0", path: "gems/rack" && nil',
    'gem "rack", "1.6.0", path: File.join("gems/rack") && nil.to_s(1)',
    'gem("rack", "1.6.0", path: "gems/rack") while false',
    'gem "rack", "1.6.0", *(false ? [{ path: "gems/rack" }] : [])',
    'gem "rack", path: "gems/other"',
    'gem "rack", git: "https://h.example/r", path: "gems/rack"',
    'options = { path: "gems/rack" }\noptions.clear\ngem "rack", "1.6.0", options',
    'options = { require: false }\ngem "rack", "1.6.0", options',
    'gem "rack", "1.6.0"\ngem "rack", path: "gems/rack" if false',
    'if ENV["X"]\n  gem "rack", path: "gems/rack"\nelse\n  gem "rack", "1.6.0"\nend',
    'path "gems/rack" do\n  source "https://rubygems.org" do\n    gem "rack", "1.6.0"\n  end\nend',
    'path "gems/rack" do\nend\ngem "rack", "1.6.0"',
    'path_of "gems/rack" do\n  gem "rack", "1.6.0"\nend',
    'path folder do\n  gem "rack"\nend',
    'gemspec path: "gems/other"',
    'gem "web", path: "gems/web"',
  ])('%s', (gemfile) => {
    expect(notesOf(gemfile)).toEqual([told]);
  });
});

describe('a gem that others need and the Gemfile does not name', () => {
  test.each([
    ['gem "web"', [told]],
    ['gem "web"\ngem "other", path: "other"', [told]],
    ['gem "web"\ngemspec', [told]],
    ['gem "web"\nif ENV["X"]\n  gem "rack", path: "gems/rack"\nend', [told]],
    ['gem "web"\nENV["X"].split.each do |_|\n  gem "rack", path: "gems/rack"\nend', [told]],
    ['gem "web"\nif ENV["X"]\n  gem "other", path: "gems/rack"\nend', [told]],
    ['gem "web"\ngem "other", path: "#{folder}"', [told]],
    ['gem "web"\ngem "rack", path: "gems/rack"', []],
    ['gem "web"\ngem "other", path: "gems/rack"', []],
  ])('%s', (gemfile, expected) => {
    expect(notesOf(gemfile, local + registry + rest)).toEqual(expected);
  });

  test('is of a folder that has its gemspec', () => {
    const all = local.replace('gems/rack', '.') + registry + rest;
    expect(notesOf('gemspec', all)).toEqual([]);
    expect(notesOf('gemspec', all, { 'gems/rack/rack.gemspec': '' })).toEqual([]);
    const other = all.replaceAll('rack', 'json');
    expect(notesOf('gemspec', other)).toEqual([told.replace('rack', 'json')]);
    expect(notesOf('gemspec', other, { 'json.gemspec': '' })).toEqual([]);
  });
});

test.each(['def path(*)\n  yield\nend', 'define_singleton_method(:path) { |*| }', 'class << self\nend'])(
  'a Gemfile that gives a method of Bundler another meaning cannot be read: %s',
  (code) => {
    const files = filesOf(`${code}\npath "gems/rack" do\n  gem "rack"\nend`, local + rest);
    expect(reasonsOf(inventoryOf(files).notes)).toContain(
      'Gemfile.lock: manifests that cannot be read (1): Gemfile',
    );
  },
);

test('what an entry needs that is not of the repository is not for development for that', () => {
  const lock = `${local.replace('(1.6.0)\n', '(1.6.0)\n      web\n')}\nGEM\n  remote: https://rubygems.org/\n  specs:\n    web (1.0.0)\n${rest}`;
  expect(componentOf(inventoryOf(filesOf('gemspec', lock)), 'web').scope).toBe('required');
});
