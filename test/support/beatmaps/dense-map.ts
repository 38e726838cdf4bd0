/** Every type of object, curve and event in few lines, so that each mutation affects something. */
export const denseMap = new TextEncoder().encode(`osu file format v128
[General]
StackLeniency: 0.7
Mode: 0
[Difficulty]
CircleSize:4
SliderMultiplier:1.4
SliderTickRate:2
[Events]
0,0,"bg.jpg",0,0
2,3000,4000
Sprite,Pass,Centre,"a.png",320,240
 L,0,10
  F,0,0,100,0,1
[TimingPoints]
0,300,4,2,1,60,1,0
1000,-50,4,2,1,60,0,1
2000,NaN,4,2,1,60,0,0
[Colours]
Combo1 : 255,0,0
[HitObjects]
100,100,100,5,0,0:0:0:0:
100,100,200,1,0,0:0:0:0:
10,10,500,2,0,B|50:90|50:90|120:20|200:30,3,250,2|0|4|8,1:2|0:0|3:1|0:0,0:0:0:0:
10,10,1500,6,0,P|60:40|110:10,2,140
200,30,2500,2,0,C|60:40|110:10|90:90,1,300
300,30,2800,2,0,L|310:200|310:200,4,180
10,10,4500,2,0,B3|60:40|110:10|90:90|200:20|P|220:60|260:20|L|300:300,2,400
256,192,6000,12,0,8000,0:0:0:0:
`);
