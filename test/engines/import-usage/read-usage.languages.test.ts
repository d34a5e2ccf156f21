import { expect, test } from 'vitest';
import { usageIn, type UnitOfCode } from './usage-fixtures.ts';

const cases: { title: string; unit: UnitOfCode; files: Record<string, string>; expected: object }[] = [
  {
    title: 'Hex: modules by the words of a name, and those of Erlang',
    unit: { ecosystem: 'Hex', packages: ['jason', 'plug_cowboy', 'phoenix_live_view', 'hackney', 'tesla'] },
    files: {
      'lib/a.ex':
        'defmodule A do\n  alias Plug.Cowboy\n  use Phoenix.LiveView, layout: x\n  Jason.encode!(%{})\nend',
      'src/b.erl': '-module(b).\nf() -> hackney:get(<<"x">>).',
    },
    expected: {
      jason: 'lib/a.ex:4',
      plug_cowboy: 'lib/a.ex:2',
      phoenix_live_view: 'lib/a.ex:3',
      hackney: 'src/b.erl:2',
      tesla: 'unknown',
    },
  },
  {
    title: 'Hackage: known modules, qualified, safe and from a stated package',
    unit: { ecosystem: 'Hackage', packages: ['aeson', 'text', 'tls', 'warp', 'zlib', 'obscure'] },
    files: {
      'a.hs':
        'module A where\nimport qualified Data.Aeson.Types as J\nimport safe Data.Text (Text)\nimport "tls" Network.TLS',
      'b.lhs': '> import Network.Wai.Handler.Warp',
    },
    expected: {
      aeson: 'a.hs:2',
      text: 'a.hs:3',
      tls: 'a.hs:4',
      warp: 'b.lhs:1',
      zlib: 'unknown',
      obscure: 'unknown',
    },
  },
  {
    title: 'opam: modules that are opened, named and renamed',
    unit: { ecosystem: 'opam', packages: ['yojson', 'mirage-crypto', 'x509', 'lwt', 'cohttp'] },
    files: {
      'a.ml': 'open Lwt\nmodule C = Mirage_crypto\nlet f s = Yojson.Safe.from_string s',
      'a.mli': 'val f : X509.Certificate.t',
    },
    expected: {
      lwt: 'a.ml:1',
      'mirage-crypto': 'a.ml:2',
      yojson: 'a.ml:3',
      x509: 'a.mli:1',
      cohttp: 'unknown',
    },
  },
  {
    title: 'CRAN: attached, required and qualified packages',
    unit: { ecosystem: 'CRAN', packages: ['httr', 'jsonlite', 'data.table', 'readxl', 'openssl'] },
    files: {
      'R/a.R':
        "library(httr)\nif (requireNamespace('jsonlite')) f()\ndata.table::fread(x)\n#' @importFrom readxl read_excel",
    },
    expected: {
      httr: 'R/a.R:1',
      jsonlite: 'R/a.R:2',
      'data.table': 'R/a.R:3',
      readxl: 'R/a.R:4',
      openssl: 'unknown',
    },
  },
  {
    title: 'Julia: several packages of one line, renamed ones and single names; the manifest is no use',
    unit: { ecosystem: 'Julia', packages: ['HTTP', 'JSON', 'EzXML', 'YAML', 'Genie', 'Obscure'] },
    files: {
      'src/a.jl': 'module A\nusing HTTP: get, post\nusing Dates, JSON\nimport EzXML as X\nend',
      'Project.toml': '[deps]\nGenie = "c43c736e-a2d1-11e8-161f-af95117fbd1e"\n',
      'test/b.jl': 'y = YAML',
    },
    expected: {
      HTTP: 'src/a.jl:2',
      JSON: 'src/a.jl:3',
      EzXML: 'src/a.jl:4',
      YAML: 'unknown',
      Genie: 'not imported',
      Obscure: 'unknown',
    },
  },
  {
    title: 'Swift: modules by address, of single declarations, and after an attribute',
    unit: {
      ecosystem: 'SwiftURL',
      packages: [
        'github.com/alamofire/alamofire',
        'github.com/apple/swift-nio',
        'github.com/apple/swift-argument-parser',
        'github.com/vapor/vapor',
        'github.com/jpsim/yams',
      ],
    },
    files: {
      'a.swift':
        'import Alamofire\n@testable import struct NIOCore.ByteBuffer\nimport ArgumentParser\n@_exported import Vapor',
      'Package.swift':
        '// swift-tools-version:5.9\nlet p = Package(dependencies: [.product(name: "Yams", package: "Yams")])',
    },
    expected: {
      'github.com/alamofire/alamofire': 'a.swift:1',
      'github.com/apple/swift-nio': 'a.swift:2',
      'github.com/apple/swift-argument-parser': 'a.swift:3',
      'github.com/vapor/vapor': 'a.swift:4',
      'github.com/jpsim/yams': 'unknown',
    },
  },
];

test.each(cases)('$title', ({ files, unit, expected }) => {
  expect(usageIn(files, unit)).toEqual(expected);
});

/** Files beside which nothing may be said of a package of Julia that they load. */
const hidden: [path: string, text: string][] = [
  ['b.jl', 'm = JSON'],
  ['b.jl', '@eval using $(Symbol("JS" * "ON"))'],
  ['b.jl', 'Base.require(Main, Symbol("JS", "ON"))'],
  ['b.jl', 'b = Base\nb.require(b, names)'],
  ['b.jl', 'getfield(Base, f())(Main, g())'],
  ['b.jl', 'ccall(:jl_eval_string, Any, (Cstring,), s)'],
  ['b.jl', 'using Serialization; deserialize(io)'],
  ['b.jl', 'Base.require(Base.PkgId(uuid, "JS" * "ON"))'],
  ['b.jl', 'Core.eval(Main, Meta.parse("using JS" * "ON"))'],
  ['b.jl', 'e = eval\ne(f("using JS" * "ON"))'],
  ['b.jl', 'include_string(Main, "using JS" * "ON")'],
  ['b.jl', 'macro m(x) :(using $x) end\n@m JS'],
  ['b.jl', 'macro m(x)\n quote\n using A,\n $x\n end\nend'],
  ['b.jl', 'macro m(x) Expr(:using, Expr(:., s)) end'],
  ['b.jl', 'macro m(x) E(:import, x) end'],
  ['b.jl', 'include("x.txt")'],
  ['b.jl', 'include("src/$name.jl")'],
  ['b.jl', 'foreach(include, files)'],
  ['b.jl', 'files .|> include'],
  ['b.jl', 'include.(files)'],
  ['b.jl', 'using Revise; includet(f)'],
  ['b.jl', 'using FileIO; load("x.json")'],
  ['b.jl', 'using CairoMakie'],
  ['b.jl', 'using Documenter; makedocs()'],
  ['b.jl', 'run(`julia -e $code`)'],
  ['b.jl', 'run(Cmd(["julia", "-e", code]))'],
  ['b.jl', 'include("../../elsewhere/x.jl")'],
  ['b.jl', 'using \u212aSON'],
  ['b.jl', 'f("using \\x4aSON")'],
  ['b.ipynb', '{"cells": []}'],
  ['b.py', 'import juliacall'],
  ['b.R', 'JuliaCall::julia_eval(x)'],
  ['b.c', 'jl_eval_string(text);'],
  ['run.sh', "julia -e 'using JSON'"],
  ['run.sh', 'julia -e "using JS${x}"'],
  ['run.sh', 'cat x.txt | julia'],
  ['run', '#!/usr/bin/env julia\nusing JSON'],
  ['run', '#!/usr/bin/env julia\n@eval using $(f())'],
  ['.github/workflows/ci.yml', 'jobs: {a: {steps: [{run: julia --project -e "using JSON"}]}}'],
  ['LocalPreferences.toml', '[JSON]\nx = 1'],
  ['tool.xyz', 'JSON'],
  ['b.rs', 'jl::eval("using JSON");'],
  ['Project.toml', '[deps]\n"\\u004aSON" = "x"'],
];

test.each(hidden)('Julia: JSON is not reported as unused beside %s with %s', (path, text) => {
  const unit: UnitOfCode = { ecosystem: 'Julia', packages: ['JSON'] };
  expect(usageIn({ [path]: text, 'z.jl': 'f(x) = x' }, unit)['JSON']).not.toBe('not imported');
});

test('usual code of Julia leaves the answer known', () => {
  const files = {
    'src/a.jl':
      'module A\nusing Dates, LinearAlgebra\ninclude("b.jl")\nexport f\n"""Includes $x, which we import."""\nf(s::Symbol) = println("$s and $(s)")\nend',
    'src/b.jl': 'struct S{T<:Real}\n  x::T\nend\ng(x) = x |> sqrt',
    'Project.toml': 'name = "A"\n[deps]\nJSON = "682c06a0-de6a-54ab-a142-c8b1cf79cde6"\n',
    '.github/workflows/ci.yml': "steps: [{uses: setup, with: {julia-version: '${{ matrix.v }}'}}]",
    'README.md': 'Uses JSON.',
  };
  expect(usageIn(files, { ecosystem: 'Julia', packages: ['JSON'] })).toEqual({ JSON: 'not imported' });
});

test.each(['Hex', 'Hackage', 'opam', 'CRAN', 'Bioconductor', 'SwiftURL'] as const)(
  '%s: no package is reported as not imported, since others may load it',
  (ecosystem) => {
    const files = { 'a.ex': 'f()', 'a.hs': 'f = 1', 'a.ml': 'let f = 1', 'a.R': 'f()', 'a.swift': 'f()' };
    expect(usageIn(files, { ecosystem, packages: ['jason', 'aeson'] })).toEqual({
      jason: 'unknown',
      aeson: 'unknown',
    });
  },
);
