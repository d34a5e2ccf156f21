import type { InventoryCase } from './inventory-case.ts';

const gems = (...specs: string[]): string =>
  `GEM\n  remote: https://rubygems.org/\n  specs:\n${specs.map((line) => `    ${line}\n`).join('')}\n`;

const asked = (...names: string[]): string =>
  `PLATFORMS\n  ruby\n\nDEPENDENCIES\n${names.map((name) => `  ${name}\n`).join('')}\nBUNDLED WITH\n   2.5.6\n`;

const unitType = 'rubygems';

export const cases: InventoryCase[] = [
  {
    name: 'direct and transitive gems',
    unitType,
    files: {
      'Gemfile.lock': `${gems('rack (2.2.8)', 'sinatra (3.1.0)', '  rack (~> 2.2, >= 2.2.4)')}${asked('sinatra (~> 3.0)')}`,
    },
    expected: ['pkg:gem/rack@2.2.8 required transitive', 'pkg:gem/sinatra@3.1.0 required direct'],
  },
  {
    name: 'one component for each platform',
    unitType,
    files: {
      'Gemfile.lock': `${gems('nokogiri (1.15.0)', '  racc (~> 1.4)', 'nokogiri (1.15.0-aarch64-linux)', '  racc (~> 1.4)', 'nokogiri (1.15.0-x86_64-linux-musl)', '  racc (~> 1.4)', 'racc (1.6.2)', 'racc (1.6.2-java)')}${asked('nokogiri')}`,
    },
    expected: [
      'pkg:gem/nokogiri@1.15.0 required direct',
      'pkg:gem/nokogiri@1.15.0?platform=aarch64-linux required direct',
      'pkg:gem/nokogiri@1.15.0?platform=x86_64-linux-musl required direct',
      'pkg:gem/racc@1.6.2 required transitive',
      'pkg:gem/racc@1.6.2?platform=java required transitive',
    ],
  },
  {
    name: 'a gem from git',
    unitType,
    files: {
      'Gemfile.lock': `GIT\n  remote: https://example.com/x/tool.git\n  revision: ${'ab'.repeat(20)}\n  branch: main\n  specs:\n    tool (1.2.0)\n      rake\n\n${gems('rake (13.1.0)')}${asked('tool!')}`,
    },
    expected: [
      'pkg:gem/rake@13.1.0 required transitive',
      `pkg:gem/tool@1.2.0?vcs_url=git%2Bhttps:%2F%2Fexample.com%2Fx%2Ftool.git%40${'ab'.repeat(20)} required direct`,
    ],
  },
  {
    name: 'the unit’s own gem, with the dependencies of its gemspec',
    unitType,
    files: {
      Gemfile: "source 'https://rubygems.org'\ngemspec\n",
      'Gemfile.lock': `PATH\n  remote: .\n  specs:\n    mine (0.1.0)\n      rack (>= 2)\n\n${gems('rack (2.2.8)', 'rake (13.1.0)')}${asked('mine!', 'rake')}`,
    },
    expected: [
      'local:mine@0.1.0 required direct',
      'pkg:gem/rack@2.2.8 required direct',
      'pkg:gem/rake@13.1.0 dev direct',
    ],
  },
  {
    name: 'a path inside of the repository and one outside',
    unitType,
    files: {
      'Gemfile.lock': `PATH\n  remote: engines/shop\n  specs:\n    shop (0.1.0)\n      rack\n\nPATH\n  remote: ../shared\n  specs:\n    shared (1.0)\n      rake\n\n${gems('rack (2.2.8)', 'rake (13.1.0)')}${asked('shared!', 'shop!')}`,
    },
    expected: [
      'local:shared@1.0 required direct',
      'local:shop@0.1.0 required direct',
      'pkg:gem/rack@2.2.8 required direct',
      'pkg:gem/rake@13.1.0 required transitive',
    ],
  },
  {
    name: 'a plugin',
    unitType,
    files: {
      'Gemfile.lock': `PLUGIN SOURCE\n  remote: https://example.com/gems\n  type: shiny\n  specs:\n    shiny (1.0)\n\n${asked('shiny!')}`,
    },
    expected: ['pkg:gem/shiny@1.0 required direct'],
  },
  {
    name: 'groups in blocks',
    unitType,
    files: {
      Gemfile: `source "https://rubygems.org"\n\ngem "rails", "~> 7.1" # the framework\n\ngroup :development, :test do\n  gem "debug", platforms: %i[ mri windows ]\nend\n\ngroup :production do\n  gem 'pg'\nend\n`,
      'Gemfile.lock': `${gems('debug (1.9.1)', '  irb (~> 1.10)', 'irb (1.11.1)', 'pg (1.5.4)', 'rails (7.1.3)')}${asked('debug', 'pg', 'rails (~> 7.1)')}`,
    },
    expected: [
      'pkg:gem/debug@1.9.1 dev direct',
      'pkg:gem/irb@1.11.1 dev transitive',
      'pkg:gem/pg@1.5.4 required direct',
      'pkg:gem/rails@7.1.3 required direct',
    ],
  },
  {
    name: 'groups on the line, in every spelling',
    unitType,
    files: {
      Gemfile: [
        "gem 'a', group: :test",
        "gem 'b', '~> 1.0', groups: [:development, :test]",
        "gem 'c', :group => :development, require: false",
        "gem 'd', groups: %i[test production]",
        "gem 'e', require: false,",
        "         group: 'test'",
        "gem('f', group: [:lint])",
        "gem 'g', '1.0' # group: :test",
      ].join('\n'),
      'Gemfile.lock': `${gems('a (1.0)', 'b (1.0)', 'c (1.0)', 'd (1.0)', 'e (1.0)', 'f (1.0)', 'g (1.0)')}${asked('a', 'b', 'c', 'd', 'e', 'f', 'g')}`,
    },
    expected: [
      'pkg:gem/a@1.0 dev direct',
      'pkg:gem/b@1.0 dev direct',
      'pkg:gem/c@1.0 dev direct',
      'pkg:gem/d@1.0 required direct',
      'pkg:gem/e@1.0 dev direct',
      'pkg:gem/f@1.0 dev direct',
      'pkg:gem/g@1.0 required direct',
    ],
  },
  {
    name: 'blocks within blocks',
    unitType,
    files: {
      Gemfile: `if ENV["X"]\n  gem "a"\nelse\n  gem "a", path: "../a"\nend\ngroup :test do\n  platforms :ruby do\n    gem "b"\n  end\n  source "https://example.com" do |s|\n    gem "c"\n  end\nend\ngem "d"\n`,
      'Gemfile.lock': `${gems('a (1.0)', 'b (1.0)', 'c (1.0)', 'd (1.0)')}${asked('a', 'b', 'c', 'd')}`,
    },
    expected: [
      'pkg:gem/a@1.0 required direct',
      'pkg:gem/b@1.0 dev direct',
      'pkg:gem/c@1.0 dev direct',
      'pkg:gem/d@1.0 required direct',
    ],
  },
  {
    name: 'a Gemfile with code gives no groups',
    unitType,
    files: {
      Gemfile: `group(:test) { gem "a" }\n`,
      'Gemfile.lock': `${gems('a (1.0)')}${asked('a')}`,
    },
    expected: ['pkg:gem/a@1.0 required direct'],
  },
  {
    name: 'gems of another Gemfile are required',
    unitType,
    files: {
      Gemfile: `gemspec\neval_gemfile "more.rb"\ngem "a", group: :test\n`,
      'Gemfile.lock': `${gems('a (1.0)', 'b (1.0)')}${asked('a', 'b')}`,
    },
    expected: ['pkg:gem/a@1.0 dev direct', 'pkg:gem/b@1.0 required direct'],
  },
  {
    name: 'gems.rb and gems.locked',
    unitType,
    files: {
      'gems.rb': `gem "a"\ngem "b", group: :development\n`,
      'gems.locked': `${gems('a (1.0)', 'b (1.0)')}${asked('a', 'b')}`,
    },
    expected: ['pkg:gem/a@1.0 required direct', 'pkg:gem/b@1.0 dev direct'],
  },
  {
    name: 'several gem servers, prereleases, and Windows line endings',
    unitType,
    files: {
      'Gemfile.lock':
        `GEM\n  remote: https://gems.example.com/\n  remote: https://rubygems.org/\n  specs:\n    a (2.0.0.rc1)\n      b (= 1.0.0.beta.2)\n    b (1.0.0.beta.2)\n\n${asked('a (= 2.0.0.rc1)')}`.replaceAll(
          '\n',
          '\r\n',
        ),
    },
    expected: ['pkg:gem/a@2.0.0.rc1 required direct', 'pkg:gem/b@1.0.0.beta.2 required transitive'],
  },
  {
    name: 'gems that depend on each other',
    unitType,
    files: { 'Gemfile.lock': `${gems('a (1.0)', '  b', 'b (1.0)', '  a')}${asked('a')}` },
    expected: ['pkg:gem/a@1.0 required direct', 'pkg:gem/b@1.0 required transitive'],
  },
];
