import { casesOf, type QualityCase } from '../quality-case.ts';

const blade = casesOf(
  'Blade',
  `
@extends('layouts.app')
@section('content')
  @php
    $since = request()->query('since', '2020-01-01');
    $orders = DB::select("select * from orders where created_at > '$since'"); // ! php-sql-injection
  @endphp
  <table>
    @foreach ($orders as $order)
      <tr @class(['late' => $order->isLate()])><td>{{ $order->number }}</td></tr>
    @endforeach
  </table>
@endsection
---
@php
  $since = request()->query('since', '2020-01-01');
  $orders = DB::select('select * from orders where created_at > ?', [$since]);
@endphp
@forelse ($orders as $order)
  <p>{{ $order->number }} {{ number_format($order->total, 2) }}</p>
@empty
  <p>No orders since {{ $since }}</p>
@endforelse
---
<h1>Results</h1>
@if (request()->filled('q'))
  <p>You searched for {!! request('q') !!}</p> // ! php-xss
@else
  <p>You searched for {{ request('q') }}</p>
@endif
---
@props(['name' => request('name')])
<x-card :title="$name" :footer="file_get_contents(request('footer'))" /> // ! php-path-traversal
---
@inject('metrics', 'App\\Services\\MetricsService')
@can('view', $report)
  <p>{{ $metrics->monthly() }}</p>
@else
  <a href="mailto:help@example.com">Ask for access</a>
@endcan
<style>@media (max-width: 600px) { .wide { display: none } }</style>
`,
  'resources/views/orders.blade.php',
);

const razor = casesOf(
  'Razor',
  `
@page
@model IndexModel
@{
    ViewData["Title"] = "Orders";
    var order = Request.Query["order"];
    var rows = Model.Db.Orders.FromSqlRaw("SELECT * FROM Orders ORDER BY " + order).ToList(); // ! cs-sql-injection
}
<ul>
    @foreach (var row in rows)
    {
        <li class="@(row.IsLate ? "late" : "")">@row.Number</li>
    }
</ul>
---
@page
@model IndexModel
@{
    var order = Request.Query["order"] == "name" ? "Name" : "Created";
    var rows = Model.Db.Orders.FromSqlRaw("SELECT * FROM Orders ORDER BY " + order).ToList();
}
@if (rows.Count > 0)
{
    <p>@rows.Count orders, ask orders@example.com</p>
}
else
{
    <text>None since @Request.Query["since"]</text>
}
---
@page "/files"
@inject NavigationManager Navigation
<button @onclick="Open">Open</button>
@code {
    private void Open()
    {
        var name = HttpContext.Request.Query["name"];
        Text = File.ReadAllText("/srv/files/" + name); // ! cs-path-traversal
    }

    private string Text { get; set; }
}
---
@functions {
    private string Digest(string text)
    {
        using var hash = MD5.Create(); // ! cs-weak-hash
        return Convert.ToHexString(hash.ComputeHash(Encoding.UTF8.GetBytes(text)));
    }
}
<img src="https://avatars.example.com/@Digest(Model.Email)" />
@section Scripts {
    <script>document.querySelectorAll('p').forEach((p) => { p.hidden = false; });</script>
}
`,
  'Pages/Index.cshtml',
);

const jsp = casesOf(
  'JSP',
  `
<%@ page import="java.sql.*" %>
<%!
  private String given(HttpServletRequest request, String name) {
    String value = request.getParameter(name);
    return value == null ? "" : value.trim();
  }
%>
<% Statement statement = connection.createStatement();
   ResultSet rows = statement.executeQuery("select * from people where name = '" + given(request, "name") + "'"); // ! java-sql-injection
   while (rows.next()) { %>
  <li><%= Encode.forHtml(rows.getString("name")) %></li>
<% } %>
---
<%!
  private boolean isKnown(String name) { return name.equals("a") || name.equals("b"); }
%>
<% PreparedStatement statement = connection.prepareStatement("select * from people where name = ?");
   statement.setString(1, request.getParameter("name")); // by name
   ResultSet rows = statement.executeQuery(); %>
<p><%= isKnown(request.getParameter("name")) ? "yes" : "no" %></p>
---
<jsp:root xmlns:jsp="http://java.sun.com/JSP/Page" version="2.0">
  <jsp:scriptlet><![CDATA[
    Runtime.getRuntime().exec("convert " + request.getParameter("file")); // ! java-command-injection
  ]]></jsp:scriptlet>
</jsp:root>
`,
  'src/main/webapp/people.jsp',
);

const pug = casesOf(
  'Pug',
  `
- const crypto = require('crypto')
- const avatar = (email) => crypto.createHash('md5').update(email).digest('hex') // ! js-weak-hash
ul
  each user in users
    li(class=user.isAdmin ? 'admin' : '')
      img(src='https://avatars.example.com/' + avatar(user.email), alt='')
      = user.name
---
extends layout
block content
  - var total = 0
  each item in cart.items
    - total += item.price * item.count
    p #{item.name}: #{item.price.toFixed(2)}
  else
    p Nothing in the cart
  if total > 100
    p Free shipping
  else
    p= 'Shipping: ' + (total * 0.1).toFixed(2)
---
mixin field(name, value)
  label(for=name)= name
  input(name=name value=value)
form(method='post')
  +field('Name', user.name)
script.
  document.body.innerHTML = location.hash.slice(1); // ! js-dom-xss
script(src='/app.js')
`,
  'views/page.pug',
);

/** Realistic templates with code of their languages in them. */
export const templateCases: readonly QualityCase[] = [...blade, ...razor, ...jsp, ...pug];
