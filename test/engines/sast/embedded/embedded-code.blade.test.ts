import { expect, test } from 'vitest';
import { scanCode, unitOf, weaknessesIn } from '../scan-code.ts';

const file = 'views/a.blade.php';
const isFound = (page: string) =>
  weaknessesIn({ [file]: page }).some(({ rule }) => rule === 'php-command-injection');
const gapsIn = (page: string) => scanCode(unitOf({ [file]: page })).coverage.gaps;
const isTold = (page: string) =>
  gapsIn(page).some(({ reason }) => reason === 'code of a page: scanned in part');
const run = "system($_GET['d'])";

test.each([
  ['behind an open comment', `<p>{{-- a</p>{{ ${run} }}`],
  ['in an echo that begins like a comment', `{{--${run}}}`],
  ['behind a comment that is open in a text', `<?php $a='?>{{--'; ${run}; ?>`],
  ['behind the end of a tag in a text', `<?php $a='?>{{-- --}}'; ${run}; ?>`],
  ['in a tag in capitals', `<?PHP $a='{{'; ${run}; ?>{{ 1 }}`],
  ['behind an open echo', `{{ a {!! ${run} !!}`],
  ['of a directive behind a blank', `@php (${run})`],
  ['of an include behind a blank', `@include ('p', [${run}])`],
  ['of a value behind a blank', `@json (${run})`],
  ['of a dump behind tabs', `@dd\t\t(${run})`],
  ['of a directive with a namespace', `@lang::a(${run})`],
  ['behind a comment with a quote', `@json([ // it's\n 'a' => ${run} ])`],
  ['behind another comment with a quote', `@json([ # it's )\n 'a' => ${run} ])`],
  ['behind quotes in the code of a text', `@json(["{$a["b)"]}", ${run}])`],
  ['of a block behind a word', `a@php ${run}; @endphp`],
  ['of a block that begins with brackets', `@php(1); ${run}; @endphp`],
  ['of a block that begins in a word', `@phpx(); ${run}; @endphp`],
  ['of an attribute behind an echo', `<x-a {{ $attributes->merge([]) }} :message="${run}" />`],
  ['of an attribute behind a directive', `<x-a @class(['a' => $b > 1]) :message="${run}" />`],
  ['of an attribute without quotes', '<x-a :message=system($_GET[0]) />'],
  ['of an attribute that is bound by name', `<x-a bind:message="${run}" />`],
  ['of a component with a colon', `<x:a :message="${run}" />`],
  ['of a component of Livewire', `<livewire:a :message="${run}" />`],
  ['of a branch of a conditional of the project', `@feature('x') a @elseif(${run}) b @endfeature`],
  ['of a branch in a loop', `@foreach ($a as $b) @feature('x') a @elseif(${run}) @endfeature @endforeach`],
  ['of a directive of the project named like one of styles', `@page(${run}) @container('a')`],
  ['in three braces', `{{{ ${run} }}}`],
  ['in an echo behind a sign', `@{{ {!! ${run} !!} }}`],
  ['of PHP in a verbatim block', `@verbatim {{ a }} <?php ${run}; ?> @endverbatim`],
])('code %s is found', (_, page) => {
  expect(isFound(page)).toBe(true);
});

test.each([
  ['an open comment', '<p>{{-- a</p>'],
  ['an open echo', '<p>{{ $a</p>'],
  ['an open raw echo', '<p>{!! $a</p>'],
  ['an open block of PHP', '<p>@php $a = 1;</p>'],
  ['an open verbatim block', '<p>@verbatim</p>'],
  ['open brackets of a directive', `@json(['a' => ${run}`],
  ['open brackets behind a blank', `@json (['a' => ${run}`],
  ['a document without quotes', `@json([<<<A\n)'\nA\n, ${run}])`],
  ['a document without quotes in a tag', "<?php $a = <<<A\n'?>\nA;\n ?>"],
  ['a comment in a tag', `<?php {{-- ' --}} ${run}; ?>`],
  ['a comment with the beginning of a block', `{{-- @php /* --}} */ ${run}; @endphp`],
  ['an inline block before another one', `@php($a = 1) <p>a</p> @php ${run}; @endphp`],
  ['a tag of PHP in an echo', `{{ '<?php ' . ${run} }}`],
  ['an open tag of a component', `<x-a b="c :message='d'`],
  ['a tag of a component with more than attributes', `<x-a = :message="${run}" />`],
  ['the tags of too many components in each other', '<x-a b="'.repeat(50)],
])('%s is told', (_, page) => {
  expect(isTold(page)).toBe(true);
});

test.each([
  ['<x-a {{ $attributes->merge([\'a\' => \'b\']) }} ::class="{ a: b }" @click="c" d>e</x-a>'],
  ['<style>@media (max-width: 1px) { a { b: c } } @page :first { a: b }</style>'],
  ["@json([ // it's\n 'a' => 1 ])@php($a = 1)@php ($b = 2)"],
  ["@php\n  // it's\n  $a = 1;\n@endphp\n{{-- it's @php 1 @endphp --}}@{{ a }} b@example.org"],
  ['<?xml version="1.0"?><a>{{ $b }}</a><?php echo 1;'],
])('%s has neither', (page) => {
  expect(weaknessesIn({ [file]: page })).toEqual([]);
  expect(gapsIn(page)).toEqual([]);
});
