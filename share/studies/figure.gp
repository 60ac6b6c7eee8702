# figure.gp - what all figures of a study have: greys that are seen on light and on dark ground. figures.sql writes what follows it.
reset
set terminal svg size 520,320 noenhanced font 'sans-serif,12'
set border 3 linecolor rgb '#808080'
set tics nomirror textcolor rgb '#808080'
set format '%g'
set grid ytics linecolor rgb '#c0c0c0' linewidth 0.5
set key left top Left reverse samplen 2 textcolor rgb '#808080'
