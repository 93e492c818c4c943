// Written by `carrack calibrate --output`; not to be edited by hand. From 1,886 games of:
// clang-format off
//   mcts:iterations=30,opponents=maxn,win=0.6,rank=0,margin=1,margin_scale=15,selection=puct,c=1,scale=off,fpu=-1,root=same,gamma=0.1,final=robust,chance=open,widening=0.3,prior=scripted,temperature=4.5,bias=0,history=0,rave=0,grave=0,rollout=scripted,epsilon=0,diversity=0.5,adapt=200,learners=4,cutoff=0,cutoff_turns=2,lambda=0.5,implicit=0,reuse=off,memory=256,parallel=none,threads=1,workers=1,leaves=1,virtual=visits
//   mcts:iterations=50,opponents=maxn,win=0.6,rank=0,margin=1,margin_scale=15,selection=puct,c=1,scale=off,fpu=-1,root=same,gamma=0.1,final=robust,chance=open,widening=0.3,prior=scripted,temperature=4.5,bias=0,history=0,rave=0,grave=0,rollout=scripted,epsilon=0,diversity=0.5,adapt=200,learners=4,cutoff=0,cutoff_turns=2,lambda=0.5,implicit=0,reuse=off,memory=256,parallel=none,threads=1,workers=1,leaves=1,virtual=visits
#pragma once

#include <array>

#include "agents/search/estimate_scale.hpp"
#include "core/base/types.hpp"

namespace carrack {

/// By players - 2, turn - 1.
inline constexpr std::array<std::array<EstimateScale, kTurns>, kMaxPlayers - 1> kFittedScales{{
  {{
    {.win = 18.73F, .rank = 18.73F, .margin_spread = 22.01F, .margin_shift = 0.00F},
    {.win = 14.17F, .rank = 14.17F, .margin_spread = 16.47F, .margin_shift = 0.00F},
    {.win = 11.39F, .rank = 11.39F, .margin_spread = 13.26F, .margin_shift = 0.00F},
    {.win = 11.15F, .rank = 11.15F, .margin_spread = 13.26F, .margin_shift = 0.00F},
    {.win = 10.53F, .rank = 10.53F, .margin_spread = 12.06F, .margin_shift = 0.00F},
    {.win = 9.75F, .rank = 9.75F, .margin_spread = 11.46F, .margin_shift = 0.00F},
    {.win = 7.49F, .rank = 7.49F, .margin_spread = 8.99F, .margin_shift = 0.00F},
    {.win = 5.54F, .rank = 5.54F, .margin_spread = 6.56F, .margin_shift = 0.00F},
  }},
  {{
    {.win = 15.68F, .rank = 17.80F, .margin_spread = 26.79F, .margin_shift = 5.71F},
    {.win = 15.68F, .rank = 17.80F, .margin_spread = 26.79F, .margin_shift = 7.74F},
    {.win = 13.83F, .rank = 15.41F, .margin_spread = 23.31F, .margin_shift = 6.18F},
    {.win = 11.87F, .rank = 13.68F, .margin_spread = 20.32F, .margin_shift = 4.42F},
    {.win = 11.77F, .rank = 13.51F, .margin_spread = 20.32F, .margin_shift = 4.28F},
    {.win = 9.83F, .rank = 11.92F, .margin_spread = 17.77F, .margin_shift = 3.32F},
    {.win = 6.90F, .rank = 8.22F, .margin_spread = 12.87F, .margin_shift = 1.97F},
    {.win = 5.70F, .rank = 6.54F, .margin_spread = 10.88F, .margin_shift = 1.16F},
  }},
  {{
    {.win = 16.81F, .rank = 17.12F, .margin_spread = 29.89F, .margin_shift = 10.53F},
    {.win = 13.31F, .rank = 17.12F, .margin_spread = 29.89F, .margin_shift = 12.79F},
    {.win = 11.78F, .rank = 14.34F, .margin_spread = 23.51F, .margin_shift = 9.05F},
    {.win = 10.59F, .rank = 12.44F, .margin_spread = 20.12F, .margin_shift = 6.85F},
    {.win = 10.06F, .rank = 11.38F, .margin_spread = 19.35F, .margin_shift = 6.12F},
    {.win = 9.13F, .rank = 9.88F, .margin_spread = 17.00F, .margin_shift = 4.75F},
    {.win = 7.21F, .rank = 7.81F, .margin_spread = 13.12F, .margin_shift = 3.06F},
    {.win = 5.89F, .rank = 6.08F, .margin_spread = 11.17F, .margin_shift = 2.14F},
  }},
  {{
    {.win = 11.24F, .rank = 12.19F, .margin_spread = 21.68F, .margin_shift = 5.42F},
    {.win = 11.24F, .rank = 12.19F, .margin_spread = 21.68F, .margin_shift = 10.83F},
    {.win = 11.07F, .rank = 12.19F, .margin_spread = 21.68F, .margin_shift = 10.19F},
    {.win = 10.18F, .rank = 11.11F, .margin_spread = 19.56F, .margin_shift = 8.19F},
    {.win = 9.48F, .rank = 10.25F, .margin_spread = 17.91F, .margin_shift = 6.81F},
    {.win = 8.81F, .rank = 9.22F, .margin_spread = 15.74F, .margin_shift = 5.18F},
    {.win = 6.77F, .rank = 7.23F, .margin_spread = 12.17F, .margin_shift = 3.53F},
    {.win = 5.39F, .rank = 5.68F, .margin_spread = 9.45F, .margin_shift = 2.17F},
  }},
  {{
    {.win = 11.24F, .rank = 12.19F, .margin_spread = 21.68F, .margin_shift = 5.42F},
    {.win = 11.24F, .rank = 12.19F, .margin_spread = 21.68F, .margin_shift = 10.83F},
    {.win = 11.07F, .rank = 12.19F, .margin_spread = 21.68F, .margin_shift = 10.19F},
    {.win = 10.18F, .rank = 11.11F, .margin_spread = 19.56F, .margin_shift = 8.19F},
    {.win = 9.48F, .rank = 10.25F, .margin_spread = 17.91F, .margin_shift = 6.81F},
    {.win = 8.81F, .rank = 9.22F, .margin_spread = 15.74F, .margin_shift = 5.18F},
    {.win = 6.77F, .rank = 7.23F, .margin_spread = 12.17F, .margin_shift = 3.53F},
    {.win = 5.39F, .rank = 5.68F, .margin_spread = 9.45F, .margin_shift = 2.17F},
  }},
}};
// clang-format on

}  // namespace carrack
