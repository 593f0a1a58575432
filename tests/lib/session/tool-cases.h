// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Results of the gestures of each tool: name, preceding gestures, gesture, resulting mechanism.

{ "link", "", "tool link drag 0 0 0.2 0.15",
  "{ \"linkwright\": 1, \"bodies\": [ { \"id\": 1, \"name\": \"Link 1\", \"angle\":"
  " 0.6435011087932844, \"shape\": {\"points\": [[0, 0], [0.25, 0]]} } ] } " },
  { "link on a body", "tool link drag 0 0 0.2 0 key escape", "tool link drag 0.202 0.003 0.4 0.2",
    "{ \"linkwright\": 1, \"bodies\": [ { \"id\": 1, \"name\": \"Link 1\", \"shape\": {\"points\": "
    "[[0,"
    " 0], [0.2, 0]]} }, { \"id\": 2, \"name\": \"Link 2\", \"position\": [0.2, 0], \"angle\":"
    " 0.7853981633974483, \"shape\": {\"points\": [[0, 0], [0.282842712474619, 0]]} } ],"
    " \"couplings\": [ {\"id\": 1, \"name\": \"A\", \"kind\": \"pin\", \"bodies\": [1, 2], "
    "\"points\":"
    " [[0.2, 0], [0, 0]]} ] } " },
  { "polygon", "", "tool polygon click 0 0 click 0.3 0 click 0.3 0.2 key enter",
    "{ \"linkwright\": 1, \"bodies\": [ { \"id\": 1, \"name\": \"Plate 1\", \"shape\": {\"kind\":"
    " \"polygon\", \"points\": [[0, 0], [0.3, 0], [0.3, 0.2]]} } ] } " },
  { "polygon closed by its first corner", "",
    "tool polygon click 0.1 0 click 0.3 0 click 0.3 0.2 click 0.1 0",
    "{ \"linkwright\": 1, \"bodies\": [ { \"id\": 1, \"name\": \"Plate 1\", \"position\": [0.1, 0],"
    " \"shape\": {\"kind\": \"polygon\", \"points\": [[0, 0], [0.19999999999999998, 0],"
    " [0.19999999999999998, 0.2]]} } ] } " },
  { "box", "", "tool box drag 0.1 0.1 0.5 0.3",
    "{ \"linkwright\": 1, \"bodies\": [ { \"id\": 1, \"name\": \"Box 1\", \"position\": [0.3, 0.2],"
    " \"shape\": {\"kind\": \"box\", \"size\": [0.4, 0.19999999999999998]} } ] } " },
  { "box on a slope", "tool polygon click 0 0 click 0.4 0 click 0.4 0.3 click 0 0",
    "tool box drag 0.2 0.15 0.25 0.25",
    "{ \"linkwright\": 1, \"bodies\": [ { \"id\": 1, \"name\": \"Plate 1\", \"shape\": {\"kind\":"
    " \"polygon\", \"points\": [[0, 0], [0.4, 0], [0.4, 0.3]]} }, { \"id\": 2, \"name\": \"Box 1\","
    " \"position\": [0.225, 0.2], \"angle\": 0.6435011087932844, \"shape\": {\"kind\": \"box\","
    " \"size\": [0.1, 0.05]} } ] } " },
  { "box along a vertical link", "tool link drag 0 0 0 0.4 key escape",
    "tool box drag 0 0.1 0.1 0.3",
    "{ \"linkwright\": 1, \"bodies\": [ { \"id\": 1, \"name\": \"Link 1\", \"angle\":"
    " 1.5707963267948966, \"shape\": {\"points\": [[0, 0], [0.4, 0]]} }, { \"id\": 2, \"name\":"
    " \"Box 1\", \"position\": [0.05, 0.2], \"shape\": {\"kind\": \"box\", \"size\":"
    " [0.1, 0.2]} } ] } " },
  { "disc", "", "tool disc drag 0.1 0.1 0.1 0.3",
    "{ \"linkwright\": 1, \"bodies\": [ { \"id\": 1, \"name\": \"Disc 1\", \"position\": [0.1, "
    "0.1],"
    " \"shape\": {\"kind\": \"disc\", \"radius\": 0.19999999999999998} } ] } " },
  { "ground", "tool link drag 0 0 0.2 0 click 0.2 0.3 key escape tool pin click 0 0",
    "tool ground click 0.1 0",
    "{ \"linkwright\": 1, \"bodies\": [ { \"id\": 1, \"name\": \"Link 1\", \"mobility\": \"fixed\","
    " \"shape\": {\"points\": [[0, 0], [0.2, 0]]} }, { \"id\": 2, \"name\": \"Link 2\", "
    "\"position\":"
    " [0.2, 0], \"angle\": 1.5707963267948966, \"shape\": {\"points\": [[0, 0], [0.3, 0]]} } ],"
    " \"couplings\": [ {\"id\": 1, \"name\": \"A\", \"kind\": \"pin\", \"bodies\": [1, 2], "
    "\"points\":"
    " [[0.2, 0], [0, 0]]}, {\"id\": 2, \"name\": \"B\", \"kind\": \"pin\", \"bodies\": [0, 1],"
    " \"points\": [[0, 0], [0, 0]]} ] } " },
  { "pin of two bodies", "tool box drag 0 0 0.4 0.1 tool box drag 0.3 0 0.5 0.4",
    "tool pin click 0.35 0.05",
    "{ \"linkwright\": 1, \"bodies\": [ { \"id\": 1, \"name\": \"Box 1\", \"position\": [0.2, "
    "0.05],"
    " \"shape\": {\"kind\": \"box\", \"size\": [0.4, 0.1]} }, { \"id\": 2, \"name\": \"Box 2\","
    " \"position\": [0.4, 0.2], \"shape\": {\"kind\": \"box\", \"size\": [0.2, 0.4]} } ],"
    " \"couplings\": [ { \"id\": 1, \"name\": \"A\", \"kind\": \"pin\", \"bodies\": [1, 2], "
    "\"points\":"
    " [[0.14999999999999997, 0], [-0.050000000000000044, -0.15000000000000002]] } ] } " },
  { "pin to the ground", "tool link drag 0 0 0.2 0 click 0.2 0.3 key escape tool pin click 0 0",
    "tool pin click 0.2 0.3",
    "{ \"linkwright\": 1, \"bodies\": [ { \"id\": 1, \"name\": \"Link 1\", \"shape\": {\"points\": "
    "[[0,"
    " 0], [0.2, 0]]} }, { \"id\": 2, \"name\": \"Link 2\", \"position\": [0.2, 0], \"angle\":"
    " 1.5707963267948966, \"shape\": {\"points\": [[0, 0], [0.3, 0]]} } ], \"couplings\": ["
    " {\"id\": 1, \"name\": \"A\", \"kind\": \"pin\", \"bodies\": [1, 2], \"points\": [[0.2, 0], "
    "[0,"
    " 0]]}, {\"id\": 2, \"name\": \"B\", \"kind\": \"pin\", \"bodies\": [0, 1], \"points\": [[0, "
    "0], [0,"
    " 0]]}, { \"id\": 3, \"name\": \"C\", \"kind\": \"pin\", \"bodies\": [0, 2], \"points\":"
    " [[0.20000000000000004, 0.3], [0.3, 0]] } ] } " },
  { "slider", "tool link drag 0 0 0.2 0 click 0.2 0.3 key escape tool pin click 0 0",
    "tool slider drag 0.2 0.3 0.4 0.3",
    "{ \"linkwright\": 1, \"bodies\": [ { \"id\": 1, \"name\": \"Link 1\", \"shape\": {\"points\": "
    "[[0,"
    " 0], [0.2, 0]]} }, { \"id\": 2, \"name\": \"Link 2\", \"position\": [0.2, 0], \"angle\":"
    " 1.5707963267948966, \"shape\": {\"points\": [[0, 0], [0.3, 0]]} } ], \"couplings\": ["
    " {\"id\": 1, \"name\": \"A\", \"kind\": \"pin\", \"bodies\": [1, 2], \"points\": [[0.2, 0], "
    "[0,"
    " 0]]}, {\"id\": 2, \"name\": \"B\", \"kind\": \"pin\", \"bodies\": [0, 1], \"points\": [[0, "
    "0], [0,"
    " 0]]}, { \"id\": 3, \"name\": \"C\", \"kind\": \"slider\", \"bodies\": [0, 2], \"frames\":"
    " [{\"point\": [0.20000000000000004, 0.3]}, {\"point\": [0.3, 0], \"angle\":"
    " -1.5707963267948966}] } ] } " },
  { "slider by a click", "tool link drag 0 0 0.2 0 click 0.2 0.3 key escape tool pin click 0 0",
    "tool slider click 0.2 0.3",
    "{ \"linkwright\": 1, \"bodies\": [ { \"id\": 1, \"name\": \"Link 1\", \"shape\": {\"points\": "
    "[[0,"
    " 0], [0.2, 0]]} }, { \"id\": 2, \"name\": \"Link 2\", \"position\": [0.2, 0], \"angle\":"
    " 1.5707963267948966, \"shape\": {\"points\": [[0, 0], [0.3, 0]]} } ], \"couplings\": ["
    " {\"id\": 1, \"name\": \"A\", \"kind\": \"pin\", \"bodies\": [1, 2], \"points\": [[0.2, 0], "
    "[0,"
    " 0]]}, {\"id\": 2, \"name\": \"B\", \"kind\": \"pin\", \"bodies\": [0, 1], \"points\": [[0, "
    "0], [0,"
    " 0]]}, { \"id\": 3, \"name\": \"C\", \"kind\": \"slider\", \"bodies\": [0, 2], \"frames\":"
    " [{\"point\": [0.20000000000000004, 0.3]}, {\"point\": [0.3, 0], \"angle\":"
    " -1.5707963267948966}] } ] } " },
  { "slot", "tool link drag 0 0 0.2 0 click 0.2 0.3 key escape tool pin click 0 0",
    "tool slot drag 0.2 0.3 0.2 0.5",
    "{ \"linkwright\": 1, \"bodies\": [ { \"id\": 1, \"name\": \"Link 1\", \"shape\": {\"points\": "
    "[[0,"
    " 0], [0.2, 0]]} }, { \"id\": 2, \"name\": \"Link 2\", \"position\": [0.2, 0], \"angle\":"
    " 1.5707963267948966, \"shape\": {\"points\": [[0, 0], [0.3, 0]]} } ], \"couplings\": ["
    " {\"id\": 1, \"name\": \"A\", \"kind\": \"pin\", \"bodies\": [1, 2], \"points\": [[0.2, 0], "
    "[0,"
    " 0]]}, {\"id\": 2, \"name\": \"B\", \"kind\": \"pin\", \"bodies\": [0, 1], \"points\": [[0, "
    "0], [0,"
    " 0]]}, { \"id\": 3, \"name\": \"C\", \"kind\": \"pin in slot\", \"bodies\": [0, 2], "
    "\"frames\":"
    " [{\"point\": [0.20000000000000004, 0.3], \"angle\": 1.5707963267948968}, {\"point\": [0.3,"
    " 0], \"angle\": 2.220446049250313e-16}] } ] } " },
  { "groove in the ground", "tool disc drag 0 0.1 0 0.2",
    "tool curve click 0 0.1 click 0.2 0.2 click 0.3 0 key enter",
    "{ \"linkwright\": 1, \"bodies\": [ { \"id\": 1, \"name\": \"Disc 1\", \"position\": [0, 0.1],"
    " \"shape\": {\"kind\": \"disc\", \"radius\": 0.1} } ], \"couplings\": [ { \"id\": 1, \"name\":"
    " \"Slot 1\", \"kind\": \"curved slot\", \"bodies\": [0, 1], \"points\": [[0, 0.1], [0, 0]],"
    " \"curve\": [[0, 0], [0.2, 0.1], [0.3, -0.1]] }, { \"id\": 2, \"name\": \"Stops 1\", \"kind\":"
    " \"limit\", \"joint\": 1, \"lower\": 0, \"upper\": 0.46081966783651296 } ] } " },
  { "weld", "tool link drag 0 0 0.2 0 click 0.2 0.3 key escape tool pin click 0 0",
    "tool weld click 0.2 0.3",
    "{ \"linkwright\": 1, \"bodies\": [ { \"id\": 1, \"name\": \"Link 1\", \"shape\": {\"points\": "
    "[[0,"
    " 0], [0.2, 0]]} }, { \"id\": 2, \"name\": \"Link 2\", \"position\": [0.2, 0], \"angle\":"
    " 1.5707963267948966, \"shape\": {\"points\": [[0, 0], [0.3, 0]]} } ], \"couplings\": ["
    " {\"id\": 1, \"name\": \"A\", \"kind\": \"pin\", \"bodies\": [1, 2], \"points\": [[0.2, 0], "
    "[0,"
    " 0]]}, {\"id\": 2, \"name\": \"B\", \"kind\": \"pin\", \"bodies\": [0, 1], \"points\": [[0, "
    "0], [0,"
    " 0]]}, { \"id\": 3, \"name\": \"C\", \"kind\": \"weld\", \"bodies\": [0, 2], \"frames\": "
    "[{\"point\":"
    " [0.20000000000000004, 0.3]}, {\"point\": [0.3, 0], \"angle\": -1.5707963267948966}] } ]"
    " } " },
  { "rod", "tool link drag 0 0 0.2 0 click 0.2 0.3 key escape tool pin click 0 0",
    "tool rod drag 0.2 0.3 0.5 0.3",
    "{ \"linkwright\": 1, \"bodies\": [ { \"id\": 1, \"name\": \"Link 1\", \"shape\": {\"points\": "
    "[[0,"
    " 0], [0.2, 0]]} }, { \"id\": 2, \"name\": \"Link 2\", \"position\": [0.2, 0], \"angle\":"
    " 1.5707963267948966, \"shape\": {\"points\": [[0, 0], [0.3, 0]]} } ], \"couplings\": ["
    " {\"id\": 1, \"name\": \"A\", \"kind\": \"pin\", \"bodies\": [1, 2], \"points\": [[0.2, 0], "
    "[0,"
    " 0]]}, {\"id\": 2, \"name\": \"B\", \"kind\": \"pin\", \"bodies\": [0, 1], \"points\": [[0, "
    "0], [0,"
    " 0]]}, { \"id\": 3, \"name\": \"Rod 1\", \"kind\": \"rod\", \"bodies\": [2, 0], \"points\": "
    "[[0.3,"
    " -9.385873628418616e-18], [0.5, 0.3]], \"length\": 0.29999999999999993 } ] } " },
  { "rope with Shift", "tool link drag 0 0 0.2 0 click 0.2 0.3 key escape tool pin click 0 0",
    "shift tool rod drag 0.2 0.3 0.5 0.3",
    "{ \"linkwright\": 1, \"bodies\": [ { \"id\": 1, \"name\": \"Link 1\", \"shape\": {\"points\": "
    "[[0,"
    " 0], [0.2, 0]]} }, { \"id\": 2, \"name\": \"Link 2\", \"position\": [0.2, 0], \"angle\":"
    " 1.5707963267948966, \"shape\": {\"points\": [[0, 0], [0.3, 0]]} } ], \"couplings\": ["
    " {\"id\": 1, \"name\": \"A\", \"kind\": \"pin\", \"bodies\": [1, 2], \"points\": [[0.2, 0], "
    "[0,"
    " 0]]}, {\"id\": 2, \"name\": \"B\", \"kind\": \"pin\", \"bodies\": [0, 1], \"points\": [[0, "
    "0], [0,"
    " 0]]}, { \"id\": 3, \"name\": \"Rope 1\", \"kind\": \"rope\", \"bodies\": [2, 0], \"points\":"
    " [[0.3, -9.385873628418616e-18], [0.5, 0.3]], \"length\": 0.29999999999999993 } ] } " },
  { "strut with Ctrl", "tool link drag 0 0 0.2 0 click 0.2 0.3 key escape tool pin click 0 0",
    "control tool rod drag 0.2 0.3 0.5 0.3",
    "{ \"linkwright\": 1, \"bodies\": [ { \"id\": 1, \"name\": \"Link 1\", \"shape\": {\"points\": "
    "[[0,"
    " 0], [0.2, 0]]} }, { \"id\": 2, \"name\": \"Link 2\", \"position\": [0.2, 0], \"angle\":"
    " 1.5707963267948966, \"shape\": {\"points\": [[0, 0], [0.3, 0]]} } ], \"couplings\": ["
    " {\"id\": 1, \"name\": \"A\", \"kind\": \"pin\", \"bodies\": [1, 2], \"points\": [[0.2, 0], "
    "[0,"
    " 0]]}, {\"id\": 2, \"name\": \"B\", \"kind\": \"pin\", \"bodies\": [0, 1], \"points\": [[0, "
    "0], [0,"
    " 0]]}, { \"id\": 3, \"name\": \"Strut 1\", \"kind\": \"strut\", \"bodies\": [2, 0], "
    "\"points\":"
    " [[0.3, -9.385873628418616e-18], [0.5, 0.3]], \"length\": 0.29999999999999993 } ] } " },
  { "rope over a pulley", "tool disc drag 0.3 0.5 0.3 0.6 tool box drag 0.1 0 0.3 0.1",
    "tool pulley click 0.2 0.05 click 0.3 0.5 click 0.5 0.1 key enter",
    "{ \"linkwright\": 1, \"bodies\": [ { \"id\": 1, \"name\": \"Disc 1\", \"position\": [0.3, "
    "0.5], \"shape\": {\"kind\": \"disc\", \"radius\": 0.09999999999999998} }, { \"id\": 2, "
    "\"name\": \"Box 1\", \"position\": [0.2, 0.05], \"shape\": {\"kind\": \"box\", \"size\": "
    "[0.19999999999999998, 0.1]} } ], \"couplings\": [ {\"id\": 1, \"name\": \"Rope 1\", \"kind\": "
    "\"rope over pulleys\", \"bodies\": [2, 1, 0], \"points\": [[0, 0], [0, 0], [0.5, 0.1]], "
    "\"length\": 1.1762357394027791, \"radii\": [-0.09999999999999998, 0]} ] } " },
  { "rope through two eyes", "tool box drag 0.1 0 0.3 0.1",
    "tool pulley click 0.2 0.05 click 0.2 0.5 click 0.4 0.5 click 0.5 0.1",
    "{ \"linkwright\": 1, \"bodies\": [ { \"id\": 1, \"name\": \"Box 1\", \"position\": [0.2, 0.05],"
    " \"shape\": {\"kind\": \"box\", \"size\": [0.19999999999999998, 0.1]} } ], \"couplings\": ["
    " {\"id\": 1, \"name\": \"Rope 1\", \"kind\": \"rope over pulleys\", \"bodies\": [1, 0, 0, 0], "
    "\"points\": [[0, 0], [0.2, 0.5], [0.4, 0.5], [0.5, 0.1]], \"length\": 1.0623105625617661, \"passes\": 2} ] } " },
  { "rope", "tool link drag 0 0 0.2 0 click 0.2 0.3 key escape tool pin click 0 0",
    "tool rope drag 0.5 0.3 0.2 0.3",
    "{ \"linkwright\": 1, \"bodies\": [ { \"id\": 1, \"name\": \"Link 1\", \"shape\": {\"points\": "
    "[[0,"
    " 0], [0.2, 0]]} }, { \"id\": 2, \"name\": \"Link 2\", \"position\": [0.2, 0], \"angle\":"
    " 1.5707963267948966, \"shape\": {\"points\": [[0, 0], [0.3, 0]]} } ], \"couplings\": ["
    " {\"id\": 1, \"name\": \"A\", \"kind\": \"pin\", \"bodies\": [1, 2], \"points\": [[0.2, 0], "
    "[0,"
    " 0]]}, {\"id\": 2, \"name\": \"B\", \"kind\": \"pin\", \"bodies\": [0, 1], \"points\": [[0, "
    "0], [0,"
    " 0]]}, { \"id\": 3, \"name\": \"Rope 1\", \"kind\": \"rope\", \"bodies\": [0, 2], \"points\":"
    " [[0.5, 0.3], [0.3, -9.385873628418616e-18]], \"length\": 0.29999999999999993 } ] } " },
  { "gear",
    "tool disc drag 0 0 0.1 0 tool disc drag 0.3 0 0.5 0 tool pin click 0 0 tool pin click"
    " 0.3 0",
    "tool gear click 0 0 click 0.3 0",
    "{ \"linkwright\": 1, \"bodies\": [ { \"id\": 1, \"name\": \"Disc 1\", \"shape\": {\"kind\": "
    "\"disc\","
    " \"radius\": 0.1} }, { \"id\": 2, \"name\": \"Disc 2\", \"position\": [0.3, 0], \"shape\":"
    " {\"kind\": \"disc\", \"radius\": 0.2} } ], \"couplings\": [ {\"id\": 1, \"name\": \"A\", "
    "\"kind\":"
    " \"pin\", \"bodies\": [0, 1], \"points\": [[0, 0], [0, 0]]}, {\"id\": 2, \"name\": \"B\", "
    "\"kind\":"
    " \"pin\", \"bodies\": [0, 2], \"points\": [[0.3, 0], [0, 0]]}, {\"id\": 3, \"name\": \"Gear "
    "1\","
    " \"kind\": \"gear\", \"joints\": [1, 2], \"offset\": 0, \"ratio\": -0.5} ] } " },
  { "belt",
    "tool disc drag 0 0 0.1 0 tool disc drag 0.5 0 0.7 0 tool pin click 0 0 tool pin click"
    " 0.5 0",
    "shift tool gear click 0 0 click 0.5 0 plain",
    "{ \"linkwright\": 1, \"bodies\": [ { \"id\": 1, \"name\": \"Disc 1\", \"shape\": {\"kind\": "
    "\"disc\","
    " \"radius\": 0.1} }, { \"id\": 2, \"name\": \"Disc 2\", \"position\": [0.5, 0], \"shape\":"
    " {\"kind\": \"disc\", \"radius\": 0.2} } ], \"couplings\": [ {\"id\": 1, \"name\": \"A\", "
    "\"kind\":"
    " \"pin\", \"bodies\": [0, 1], \"points\": [[0, 0], [0, 0]]}, {\"id\": 2, \"name\": \"B\", "
    "\"kind\":"
    " \"pin\", \"bodies\": [0, 2], \"points\": [[0.5, 0], [0, 0]]}, { \"id\": 3, \"name\": \"Belt "
    "1\", \"kind\": \"belt\", \"joints\": [1, 2], \"offset\": 0, \"radii\": [0.1, 0.2] } ] } " },
  { "crossed belt",
    "tool disc drag 0 0 0.1 0 tool disc drag 0.5 0 0.7 0 tool pin click 0 0 tool pin click"
    " 0.5 0",
    "control tool gear drag 0 0 0.5 0 plain",
    "{ \"linkwright\": 1, \"bodies\": [ { \"id\": 1, \"name\": \"Disc 1\", \"shape\": {\"kind\": "
    "\"disc\","
    " \"radius\": 0.1} }, { \"id\": 2, \"name\": \"Disc 2\", \"position\": [0.5, 0], \"shape\":"
    " {\"kind\": \"disc\", \"radius\": 0.2} } ], \"couplings\": [ {\"id\": 1, \"name\": \"A\", "
    "\"kind\":"
    " \"pin\", \"bodies\": [0, 1], \"points\": [[0, 0], [0, 0]]}, {\"id\": 2, \"name\": \"B\", "
    "\"kind\":"
    " \"pin\", \"bodies\": [0, 2], \"points\": [[0.5, 0], [0, 0]]}, { \"id\": 3, \"name\": \"Belt "
    "1\", \"kind\": \"belt\", \"joints\": [1, 2], \"offset\": 0, \"radii\": [0.1, 0.2], "
    "\"crossed\": true } ] } " },
  { "belt by keys",
    "tool disc drag 0 0 0.1 0 tool disc drag 0.5 0 0.7 0 tool pin click 0 0 tool pin click"
    " 0.5 0",
    "shift tool gear type 0 key tab type 0 key enter type 0.5 key tab type 0 key enter plain",
    "{ \"linkwright\": 1, \"bodies\": [ { \"id\": 1, \"name\": \"Disc 1\", \"shape\": {\"kind\": "
    "\"disc\","
    " \"radius\": 0.1} }, { \"id\": 2, \"name\": \"Disc 2\", \"position\": [0.5, 0], \"shape\":"
    " {\"kind\": \"disc\", \"radius\": 0.2} } ], \"couplings\": [ {\"id\": 1, \"name\": \"A\", "
    "\"kind\":"
    " \"pin\", \"bodies\": [0, 1], \"points\": [[0, 0], [0, 0]]}, {\"id\": 2, \"name\": \"B\", "
    "\"kind\":"
    " \"pin\", \"bodies\": [0, 2], \"points\": [[0.5, 0], [0, 0]]}, { \"id\": 3, \"name\": \"Belt "
    "1\", \"kind\": \"belt\", \"joints\": [1, 2], \"offset\": 0, \"radii\": [0.1, 0.2] } ] } " },
  { "spring", "tool link drag 0 0 0.2 0 click 0.2 0.3 key escape tool pin click 0 0",
    "tool spring drag 0.1 0 0.1 -0.4",
    "{ \"linkwright\": 1, \"bodies\": [ { \"id\": 1, \"name\": \"Link 1\", \"shape\": {\"points\": "
    "[[0,"
    " 0], [0.2, 0]]} }, { \"id\": 2, \"name\": \"Link 2\", \"position\": [0.2, 0], \"angle\":"
    " 1.5707963267948966, \"shape\": {\"points\": [[0, 0], [0.3, 0]]} } ], \"couplings\": ["
    " {\"id\": 1, \"name\": \"A\", \"kind\": \"pin\", \"bodies\": [1, 2], \"points\": [[0.2, 0], "
    "[0,"
    " 0]]}, {\"id\": 2, \"name\": \"B\", \"kind\": \"pin\", \"bodies\": [0, 1], \"points\": [[0, "
    "0], [0,"
    " 0]]} ], \"forces\": [ { \"id\": 1, \"name\": \"Spring 1\", \"kind\": \"spring\", \"bodies\": "
    "[1,"
    " 0], \"points\": [[0.1, 0], [0.1, -0.4]], \"free_length\": 0.4, \"stiffness\": 1000,"
    " \"damping\": 10 } ] } " },
  { "torsion spring on a pin",
    "tool link drag 0 0 0.2 0 click 0.2 0.3 key escape tool pin click 0 0",
    "tool spring click 0.2 0",
    "{ \"linkwright\": 1, \"bodies\": [ { \"id\": 1, \"name\": \"Link 1\", \"shape"
    "\": {\"points\": [[0, 0], [0.2, 0]]} }, { \"id\": 2, \"name\": \"Link 2\", \"p"
    "osition\": [0.2, 0], \"angle\": 1.5707963267948966, \"shape\": {\"points\": [["
    "0, 0], [0.3, 0]]} } ], \"couplings\": [ {\"id\": 1, \"name\": \"A\", \"kind\":"
    " \"pin\", \"bodies\": [1, 2], \"points\": [[0.2, 0], [0, 0]]}, {\"id\": 2, \"n"
    "ame\": \"B\", \"kind\": \"pin\", \"bodies\": [0, 1], \"points\": [[0, 0], [0, "
    "0]]}, { \"id\": 3, \"name\": \"Torsion spring 1\", \"kind\": \"torsion spring"
    "\", \"joint\": 1, \"stiffness\": 5, \"damping\": 0.05, \"free_angle\": 1.57079"
    "63267948966 } ] } " },
  { "spring from a pin", "tool link drag 0 0 0.2 0 key escape tool pin click 0 0",
    "tool spring drag 0.2 0 0.5 0",
    "{ \"linkwright\": 1, \"bodies\": [ { \"id\": 1, \"name\": \"Link 1\", \"shape"
    "\": {\"points\": [[0, 0], [0.2, 0]]} } ], \"couplings\": [ {\"id\": 1, \"name"
    "\": \"A\", \"kind\": \"pin\", \"bodies\": [0, 1], \"points\": [[0, 0], [0, 0]]"
    "} ], \"forces\": [ { \"id\": 1, \"name\": \"Spring 1\", \"kind\": \"spring\", "
    "\"bodies\": [1, 0], \"points\": [[0.2, 0], [0.5, 0]], \"free_length\": 0.3, "
    "\"stiffness\": 1000, \"damping\": 10 } ] } " },
  { "bushing of two bodies", "tool box drag 0 0 0.4 0.1 tool box drag 0.3 0 0.5 0.4",
    "tool bushing click 0.35 0.05",
    "{ \"linkwright\": 1, \"bodies\": [ { \"id\": 1, \"name\": \"Box 1\", \"position"
    "\": [0.2, 0.05], \"shape\": {\"kind\": \"box\", \"size\": [0.4, 0.1]} }, { \"id"
    "\": 2, \"name\": \"Box 2\", \"position\": [0.4, 0.2], \"shape\": {\"kind\": \"bo"
    "x\", \"size\": [0.2, 0.4]} } ], \"forces\": [ { \"id\": 1, \"name\": \"Bushing 1"
    "\", \"kind\": \"bushing\", \"bodies\": [1, 2], \"points\": [[0.14999999999999997"
    ", 0], [-0.050000000000000044, -0.15000000000000002]], \"law\": \"energy-consiste"
    "nt\", \"stiffness\": [180000, 180000], \"damping\": [180, 180] } ] } " },
  { "bushing to the ground", "tool link drag 0 0 0.2 0.15 key escape", "tool bushing click 0 0",
    "{ \"linkwright\": 1, \"bodies\": [ { \"id\": 1, \"name\": \"Link 1\", \"angle\":"
    " 0.6435011087932844, \"shape\": {\"points\": [[0, 0], [0.25, 0]]} } ], \"forces"
    "\": [ { \"id\": 1, \"name\": \"Bushing 1\", \"kind\": \"bushing\", \"bodies\": ["
    "0, 1], \"frames\": [{\"point\": [0, 0]}, {\"point\": [0, 0], \"angle\": -0.64350"
    "11087932844}], \"law\": \"energy-consistent\", \"stiffness\": [2600, 2600], \"da"
    "mping\": [10, 10] } ] } " },
  { "bushing from point to point",
    "tool link drag 0 0 0.2 0 key escape tool link drag 0.3 0 0.5 0 key escape",
    "tool bushing drag 0.2 0 0.3 0",
    "{ \"linkwright\": 1, \"bodies\": [ { \"id\": 1, \"name\": \"Link 1\", \"shape\":"
    " {\"points\": [[0, 0], [0.2, 0]]} }, { \"id\": 2, \"name\": \"Link 2\", \"positi"
    "on\": [0.3, 0], \"shape\": {\"points\": [[0, 0], [0.2, 0]]} } ], \"forces\": [ {"
    " \"id\": 1, \"name\": \"Bushing 1\", \"kind\": \"bushing\", \"bodies\": [1, 2], "
    "\"points\": [[0.2, 0], [0, 0]], \"law\": \"energy-consistent\", \"stiffness\": ["
    "660, 660], \"damping\": [3, 3] } ] } " },
  { "force", "tool link drag 0 0 0.2 0 click 0.2 0.3 key escape tool pin click 0 0",
    "tool force drag 0.2 0.3 0.2 0.2",
    "{ \"linkwright\": 1, \"bodies\": [ { \"id\": 1, \"name\": \"Link 1\", \"shape\": {\"points\": "
    "[[0,"
    " 0], [0.2, 0]]} }, { \"id\": 2, \"name\": \"Link 2\", \"position\": [0.2, 0], \"angle\":"
    " 1.5707963267948966, \"shape\": {\"points\": [[0, 0], [0.3, 0]]} } ], \"couplings\": ["
    " {\"id\": 1, \"name\": \"A\", \"kind\": \"pin\", \"bodies\": [1, 2], \"points\": [[0.2, 0], "
    "[0,"
    " 0]]}, {\"id\": 2, \"name\": \"B\", \"kind\": \"pin\", \"bodies\": [0, 1], \"points\": [[0, "
    "0], [0,"
    " 0]]} ], \"forces\": [ { \"id\": 1, \"name\": \"Force 1\", \"kind\": \"force\", \"body\": 2,"
    " \"point\": [0.3, -9.385873628418616e-18], \"force\": [0, -4] } ] } " },
  { "force by a click", "tool link drag 0 0 0.2 0 click 0.2 0.3 key escape tool pin click 0 0",
    "tool force click 0.2 0.3",
    "{ \"linkwright\": 1, \"bodies\": [ { \"id\": 1, \"name\": \"Link 1\", \"shape\": {\"points\": "
    "[[0,"
    " 0], [0.2, 0]]} }, { \"id\": 2, \"name\": \"Link 2\", \"position\": [0.2, 0], \"angle\":"
    " 1.5707963267948966, \"shape\": {\"points\": [[0, 0], [0.3, 0]]} } ], \"couplings\": ["
    " {\"id\": 1, \"name\": \"A\", \"kind\": \"pin\", \"bodies\": [1, 2], \"points\": [[0.2, 0], "
    "[0,"
    " 0]]}, {\"id\": 2, \"name\": \"B\", \"kind\": \"pin\", \"bodies\": [0, 1], \"points\": [[0, "
    "0], [0,"
    " 0]]} ], \"forces\": [ { \"id\": 1, \"name\": \"Force 1\", \"kind\": \"force\", \"body\": 2,"
    " \"point\": [0.3, -9.385873628418616e-18], \"force\": [0, -10] } ] } " },
  { "torque", "tool link drag 0 0 0.2 0 click 0.2 0.3 key escape tool pin click 0 0",
    "shift tool force drag 0.2 0.3 0.3 0.3",
    "{ \"linkwright\": 1, \"bodies\": [ { \"id\": 1, \"name\": \"Link 1\", \"shape\": {\"points\": "
    "[[0,"
    " 0], [0.2, 0]]} }, { \"id\": 2, \"name\": \"Link 2\", \"position\": [0.2, 0], \"angle\":"
    " 1.5707963267948966, \"shape\": {\"points\": [[0, 0], [0.3, 0]]} } ], \"couplings\": ["
    " {\"id\": 1, \"name\": \"A\", \"kind\": \"pin\", \"bodies\": [1, 2], \"points\": [[0.2, 0], "
    "[0,"
    " 0]]}, {\"id\": 2, \"name\": \"B\", \"kind\": \"pin\", \"bodies\": [0, 1], \"points\": [[0, "
    "0], [0,"
    " 0]]} ], \"forces\": [ { \"id\": 1, \"name\": \"Torque 1\", \"kind\": \"torque\", \"body\": 2,"
    " \"point\": [0.3, -9.385873628418616e-18], \"torque\": 0.4 } ] } " },
  { "motor", "tool link drag 0 0 0.2 0 click 0.2 0.3 key escape tool pin click 0 0",
    "tool motor click 0 0",
    "{ \"linkwright\": 1, \"bodies\": [ { \"id\": 1, \"name\": \"Link 1\", \"shape\": {\"points\": "
    "[[0,"
    " 0], [0.2, 0]]} }, { \"id\": 2, \"name\": \"Link 2\", \"position\": [0.2, 0], \"angle\":"
    " 1.5707963267948966, \"shape\": {\"points\": [[0, 0], [0.3, 0]]} } ], \"couplings\": ["
    " {\"id\": 1, \"name\": \"A\", \"kind\": \"pin\", \"bodies\": [1, 2], \"points\": [[0.2, 0], "
    "[0,"
    " 0]]}, {\"id\": 2, \"name\": \"B\", \"kind\": \"pin\", \"bodies\": [0, 1], \"points\": [[0, "
    "0], [0,"
    " 0]]}, {\"id\": 3, \"name\": \"Motor 1\", \"kind\": \"motor\", \"joint\": 2, \"function\":"
    " 6.283185307179586} ] } " },
  { "tracer", "tool link drag 0 0 0.2 0 click 0.2 0.3 key escape tool pin click 0 0",
    "tool tracer click 0.2 0.15",
    "{ \"linkwright\": 1, \"bodies\": [ { \"id\": 1, \"name\": \"Link 1\", \"shape\": {\"points\": "
    "[[0,"
    " 0], [0.2, 0]]} }, { \"id\": 2, \"name\": \"Link 2\", \"position\": [0.2, 0], \"angle\":"
    " 1.5707963267948966, \"shape\": {\"points\": [[0, 0], [0.3, 0]]} } ], \"couplings\": ["
    " {\"id\": 1, \"name\": \"A\", \"kind\": \"pin\", \"bodies\": [1, 2], \"points\": [[0.2, 0], "
    "[0,"
    " 0]]}, {\"id\": 2, \"name\": \"B\", \"kind\": \"pin\", \"bodies\": [0, 1], \"points\": [[0, "
    "0], [0,"
    " 0]]} ], \"tracers\": [ {\"id\": 1, \"name\": \"Tracer 1\", \"body\": 2, \"point\": [0.15,"
    " 9.184850993605149e-18]} ] } " },
  { "tracer off its body", "tool link drag 0 0 0.2 0 click 0.2 0.3 key escape tool pin click 0 0",
    "tool tracer drag 0.2 0.15 0.35 0.15",
    "{ \"linkwright\": 1, \"bodies\": [ { \"id\": 1, \"name\": \"Link 1\", \"shape\": {\"points\": "
    "[[0,"
    " 0], [0.2, 0]]} }, { \"id\": 2, \"name\": \"Link 2\", \"position\": [0.2, 0], \"angle\":"
    " 1.5707963267948966, \"shape\": {\"points\": [[0, 0], [0.3, 0]]} } ], \"couplings\": ["
    " {\"id\": 1, \"name\": \"A\", \"kind\": \"pin\", \"bodies\": [1, 2], \"points\": [[0.2, 0], "
    "[0,"
    " 0]]}, {\"id\": 2, \"name\": \"B\", \"kind\": \"pin\", \"bodies\": [0, 1], \"points\": [[0, "
    "0], [0,"
    " 0]]} ], \"tracers\": [ {\"id\": 1, \"name\": \"Tracer 1\", \"body\": 2, \"point\": [0.15,"
    " -0.14999999999999997]} ] } " },
  { "moved joint", "tool link drag 0 0 0.2 0 click 0.2 0.3 key escape tool pin click 0 0",
    "drag 0.2 0 0.25 0.05",
    "{ \"linkwright\": 1, \"bodies\": [ { \"id\": 1, \"name\": \"Link 1\", \"angle\":"
    " 0.19739555984988078, \"shape\": {\"points\": [[0, 0], [0.25495097567963926, 0]]} }, {"
    " \"id\": 2, \"name\": \"Link 2\", \"position\": [0.25, 0.05], \"angle\": 1.7681918866447772,"
    " \"shape\": {\"points\": [[0, 0], [0.25495097567963926, 0]]} } ], \"couplings\": [ { \"id\":"
    " 1, \"name\": \"A\", \"kind\": \"pin\", \"bodies\": [1, 2], \"points\": [[0.2549509756796392, "
    "0],"
    " [0, -0]] }, {\"id\": 2, \"name\": \"B\", \"kind\": \"pin\", \"bodies\": [0, 1], \"points\": "
    "[[0,"
    " 0], [0, 0]]} ] } " },
  { "moved bar", "tool link drag 0 0 0.2 0 click 0.2 0.3 key escape tool pin click 0 0",
    "drag 0.1 0 0.1 0.1",
    "{ \"linkwright\": 1, \"bodies\": [ { \"id\": 1, \"name\": \"Link 1\", \"position\": [0, 0.1],"
    " \"shape\": {\"points\": [[0, 0], [0.2, 0]]} }, { \"id\": 2, \"name\": \"Link 2\", "
    "\"position\":"
    " [0.2, 0.1], \"angle\": 1.5707963267948966, \"shape\": {\"points\": [[0, 0],"
    " [0.19999999999999998, 0]]} } ], \"couplings\": [ {\"id\": 1, \"name\": \"A\", \"kind\": "
    "\"pin\","
    " \"bodies\": [1, 2], \"points\": [[0.2, 0], [0, 0]]}, {\"id\": 2, \"name\": \"B\", \"kind\":"
    " \"pin\", \"bodies\": [0, 1], \"points\": [[0, 0.1], [0, 0]]} ] } " },
  { "nudged", "tool link drag 0 0 0.2 0 click 0.2 0.3 key escape tool pin click 0 0 click 0.1 0",
    "key up",
    "{ \"linkwright\": 1, \"bodies\": [ { \"id\": 1, \"name\": \"Link 1\", \"position\": [0, 0.05],"
    " \"shape\": {\"points\": [[0, 0], [0.2, 0]]} }, { \"id\": 2, \"name\": \"Link 2\", "
    "\"position\":"
    " [0.2, 0.05], \"angle\": 1.5707963267948966, \"shape\": {\"points\": [[0, 0], [0.25, 0]]} }"
    " ], \"couplings\": [ {\"id\": 1, \"name\": \"A\", \"kind\": \"pin\", \"bodies\": [1, 2], "
    "\"points\":"
    " [[0.2, 0], [0, 0]]}, {\"id\": 2, \"name\": \"B\", \"kind\": \"pin\", \"bodies\": [0, 1],"
    " \"points\": [[0, 0.05], [0, 0]]} ] } " },
  { "deleted", "tool link drag 0 0 0.2 0 click 0.2 0.3 key escape tool pin click 0 0 click 0.1 0",
    "key delete",
    "{ \"linkwright\": 1, \"bodies\": [ { \"id\": 2, \"name\": \"Link 2\", \"position\": [0.2, 0],"
    " \"angle\": 1.5707963267948966, \"colour\": \"sky\", \"shape\": {\"points\": [[0, 0], [0.3,"
    " 0]]} } ] } " },
