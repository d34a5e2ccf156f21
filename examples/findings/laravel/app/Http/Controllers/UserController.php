<?php

namespace App\Http\Controllers;

use Illuminate\Http\Request;
use Illuminate\Support\Facades\DB;

class UserController extends Controller
{
    public function index(Request $request)
    {
        $column = $request->query('sort', 'name');

        return DB::table('users')->orderByRaw($column)->get();
    }
}
